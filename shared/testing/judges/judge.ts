/** An independent program that reads PDFs and can compare a compressed file with its input. */
export interface Judge {
  readonly name: string;
  /**
   * Returns a complaint about the output that does not apply to the input; null if there is none, or if it
   * cannot open the input either.
   */
  readonly disagreement: (input: Uint8Array, output: Uint8Array, password: string) => Promise<string | null>;
}

/** One finding of one judge. */
export interface Finding {
  readonly judge: string;
  readonly says: string;
}

/** Returns each judge's complaint; empty if there is none. */
export async function findings(
  judges: readonly Judge[],
  input: Uint8Array,
  output: Uint8Array,
  password = '',
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const { name, disagreement } of judges) {
    const says = await disagreement(input, output, password);
    if (says !== null) found.push({ judge: name, says });
  }
  return found;
}
