declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff' | 'woff2'; keepFeatures?: string[]; noHinting?: boolean },
  ): Promise<Uint8Array>;
}
