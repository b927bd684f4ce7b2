import type { Glyph } from '../content/page-marks.ts';
import { matchGlyphs } from './match-glyphs.ts';
import { isNear } from './near.ts';
import { type Words, wordsOf } from './words.ts';

/** A word that changed. */
export interface WordLoss {
  readonly change: 'removed' | 'changed' | 'moved';
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

export interface TextComparison {
  /** Words. */
  readonly before: number;
  readonly after: number;
  readonly losses: readonly WordLoss[];
  readonly added: number;
  /** Words without a known meaning in either document, at their old positions. */
  readonly notCompared: number;
  /** Words with any counterpart at their position. */
  readonly inPlace: number;
}

/** Compares text and positions of two pages, independent of fonts and operators. */
export function compareText(before: readonly Glyph[], after: readonly Glyph[]): TextComparison {
  const words = { before: wordsOf(before), after: wordsOf(after) };
  const partners = matchGlyphs(before, after, words);
  const losses: WordLoss[] = [];
  const found = new Set<number>();
  let [notCompared, inPlace] = [0, 0];
  for (const word of words.before.list) {
    const fates = word.glyphs.map((index) => fateOf(before[index], after[partners[index] ?? -1]));
    for (const index of word.glyphs)
      if (partners[index] !== null) found.add(words.after.wordOf[partners[index]]);
    if (fates.includes('not-compared') && !fates.some(isLoss)) notCompared += 1;
    if (word.glyphs.every((index) => isInPlace(before[index], after[partners[index] ?? -1]))) inPlace += 1;
    const loss = wordLoss(word, fates, { before, after, partners, words: words.after });
    if (loss !== null) losses.push(loss);
  }
  return {
    before: words.before.list.length,
    after: words.after.list.length,
    losses,
    added: words.after.list.length - found.size,
    notCompared,
    inPlace,
  };
}

function isInPlace(before: Glyph, after: Glyph | undefined): boolean {
  return after !== undefined && isNear(before, after);
}

type Fate = 'kept' | 'not-compared' | 'removed' | 'changed' | 'moved';

function isLoss(fate: Fate): boolean {
  return fate !== 'kept' && fate !== 'not-compared';
}

function fateOf(before: Glyph, after: Glyph | undefined): Fate {
  if (after === undefined) return 'removed';
  if (before.text !== null && before.text !== after.text) return 'changed';
  if (!isNear(before, after)) return 'moved';
  return before.text === null && after.text === null ? 'not-compared' : 'kept';
}

interface Surroundings {
  readonly before: readonly Glyph[];
  readonly after: readonly Glyph[];
  readonly partners: readonly (number | null)[];
  readonly words: Words;
}

function wordLoss(
  { text, glyphs }: Words['list'][number],
  fates: readonly Fate[],
  { before, after, partners, words }: Surroundings,
): WordLoss | null {
  if (!fates.some(isLoss)) return null;
  if (fates.every((fate) => fate === 'removed')) return { change: 'removed', name: text };
  const first = glyphs.find((_, at) => isLoss(fates[at]) && partners[glyphs[at]] !== null);
  const partner = partners[first ?? glyphs.find((index) => partners[index] !== null)!]!;
  if (fates.includes('removed') || fates.includes('changed')) {
    return { change: 'changed', name: text, before: text, after: words.list[words.wordOf[partner]].text };
  }
  return { change: 'moved', name: text, before: placeText(before[first!]), after: placeText(after[partner]) };
}

function placeText({ x, y }: Glyph): string {
  return `at ${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}
