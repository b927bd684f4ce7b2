import type { Glyph } from '../content/page-marks.ts';

export interface Word {
  readonly text: string;
  /** Indexes of its glyphs. */
  readonly glyphs: readonly number[];
}

export interface Words {
  readonly list: readonly Word[];
  /** Index of its word, by index of the glyph. */
  readonly wordOf: readonly number[];
}

/** A line that is not divided, as those of East Asia are not, is told in pieces of so many glyphs. */
const LONGEST = 40;
/** Stands for a glyph of which nothing says what it means. */
const UNKNOWN = '\ufffd';

/** The words of a page in the order in which they are shown. */
export function wordsOf(glyphs: readonly Glyph[]): Words {
  const list: { text: string; glyphs: number[] }[] = [];
  const wordOf: number[] = [];
  for (const [index, { text, startsWord }] of glyphs.entries()) {
    const current = list.at(-1);
    const isNew = current === undefined || startsWord || current.glyphs.length === LONGEST;
    if (isNew) list.push({ text: text ?? UNKNOWN, glyphs: [index] });
    else {
      current.text += text ?? UNKNOWN;
      current.glyphs.push(index);
    }
    wordOf.push(list.length - 1);
  }
  return { list, wordOf };
}
