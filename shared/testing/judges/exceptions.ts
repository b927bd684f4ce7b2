/** What a judge may say against an output, since the input or the judge is to blame and not the output. */
export interface Exception {
  readonly judge: string;
  /** Part of the name of the test that made the output. */
  readonly test: string;
  /** Part of what the judge says. */
  readonly says: string;
  readonly because: string;
}

export const EXCEPTIONS: readonly Exception[] = [];
