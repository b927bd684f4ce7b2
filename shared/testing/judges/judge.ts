/** A program of others that reads PDFs, and so can say whether a compressed file is as good as its input. */
export interface Judge {
  readonly name: string;
  /**
   * What it finds wrong with the output that it does not find wrong with the input; null where there is nothing, or
   * where it cannot open the input either.
   */
  readonly disagreement: (input: Uint8Array, output: Uint8Array, password: string) => Promise<string | null>;
}

/** One finding of one judge. */
export interface Finding {
  readonly judge: string;
  readonly says: string;
}

/** What each of the judges finds wrong; empty when all agree. */
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
