/** A line of a run's text. */
export interface TextLine {
  readonly text: string;
  /** When the line becomes true, in milliseconds of virtual time. */
  readonly at: number;
}
