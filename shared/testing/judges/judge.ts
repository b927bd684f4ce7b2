/** What a judge sees in a file that it can read. */
export interface Sight {
  readonly pages: number;
  /** Of every page in order; null where the judge cannot read the page. */
  readonly texts: readonly (string | null)[];
}

/** A program of others that reads PDFs, and so can say whether two files are the same to a reader. */
export interface Judge {
  readonly name: string;
  /** @throws Error when it cannot open the file */
  readonly see: (file: Uint8Array, password: string) => Promise<Sight>;
}

/**
 * What a judge sees otherwise in the output than in the input; null where it sees the same, or cannot open the input
 * either.
 */
export async function disagreement(
  judge: Judge,
  input: Uint8Array,
  output: Uint8Array,
  password = '',
): Promise<string | null> {
  const before = await judge.see(input, password).catch(() => null);
  if (before === null) return null;
  try {
    return difference(before, await judge.see(output, password));
  } catch (thrown) {
    return `cannot open the output: ${thrown instanceof Error ? thrown.message : thrown}`;
  }
}

function difference(before: Sight, after: Sight): string | null {
  if (before.pages !== after.pages) return `${before.pages} pages became ${after.pages}`;
  const page = before.texts.findIndex((text, index) => text !== null && text !== after.texts[index]);
  if (page < 0) return null;
  const [was, is] = [before.texts[page]!, after.texts[page]];
  if (is === null || is === undefined) return `page ${page + 1} cannot be read any more`;
  return `the text of page ${page + 1} differs: ${excerpts(was, is)}`;
}

const SHOWN = 24;

/** From where they differ on. */
function excerpts(was: string, is: string): string {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at += 1;
  const [before, after] = [was, is].map((text) => JSON.stringify(text.slice(at, at + SHOWN)));
  return `${before} became ${after} after ${at} characters`;
}
