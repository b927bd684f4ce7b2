import type { Glyph } from '../content/page-marks.ts';

export interface Word {
  readonly text: string;
  /** Indexes of its glyphs. */
  readonly glyphs: readonly number[];
}

export interface Words {
  readonly list: readonly Word[];
  /** Word index by glyph index. */
  readonly wordOf: readonly number[];
}

/** Undivided lines, as in East Asian text, are reported in pieces of this many glyphs. */
const LONGEST = 40;
/** Placeholder for a glyph of unknown meaning. */
const UNKNOWN = '\ufffd';

/** Returns the words of a page in display order. */
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
