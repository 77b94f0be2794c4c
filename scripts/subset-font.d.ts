declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff' | 'woff2'; keepFeatures?: string[]; noHinting?: boolean; preserveNameIds?: number[] },
  ): Promise<Uint8Array>;
}
