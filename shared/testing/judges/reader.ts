import type { Judge } from './judge.ts';

/** View of a reader on a file that it can open. */
export interface Sight {
  readonly pages: number;
  /** Text of every page in order; null if it cannot read the page. */
  readonly texts: readonly (string | null)[];
  /** A digest of its rendering of every page, if requested. */
  readonly drawings?: readonly string[];
}

/** A judge that opens both files and expects the same pages with the same text. */
export function readerJudge(
  name: string,
  /** @throws Error when it cannot open the file */
  see: (file: Uint8Array, password: string) => Promise<Sight>,
): Judge {
  return {
    name,
    async disagreement(input, output, password) {
      const before = await see(input, password).catch(() => null);
      if (before === null) return null;
      try {
        return difference(before, await see(output, password));
      } catch (thrown) {
        return `cannot open the output: ${thrown instanceof Error ? thrown.message : thrown}`;
      }
    },
  };
}

function difference(before: Sight, after: Sight): string | null {
  if (before.pages !== after.pages) return `${before.pages} pages became ${after.pages}`;
  const page = before.texts.findIndex((text, index) => text !== null && text !== after.texts[index]);
  if (page < 0) return drawnDifference(before.drawings ?? [], after.drawings ?? []);
  const [was, is] = [before.texts[page]!, after.texts[page]];
  if (is === null || is === undefined) return `page ${page + 1} cannot be read any more`;
  return `the text of page ${page + 1} differs: ${excerpts(was, is)}`;
}

function drawnDifference(before: readonly string[], after: readonly string[]): string | null {
  const page = before.findIndex((drawing, index) => drawing !== after[index]);
  return page < 0 ? null : `page ${page + 1} is drawn otherwise`;
}

const SHOWN = 24;

/** Both texts from their first difference on. */
function excerpts(was: string, is: string): string {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at += 1;
  const [before, after] = [was, is].map((text) => JSON.stringify(text.slice(at, at + SHOWN)));
  return `${before} became ${after} after ${at} characters`;
}
