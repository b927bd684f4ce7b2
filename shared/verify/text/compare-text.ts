import { appendAll, mapped } from '../../lists.ts';
import type { Glyph } from '../content/page-marks.ts';
import { type Cover, isCovered } from '../covers.ts';
import { outOfOrder } from '../order.ts';
import { matchGlyphs } from './match-glyphs.ts';
import { isNear } from './near.ts';
import { TextLooks } from './text-looks.ts';
import type { WordLoss } from './word-loss.ts';
import { type Words, wordsOf } from './words.ts';

export interface TextComparison {
  /** Words. */
  readonly before: number;
  readonly after: number;
  readonly losses: readonly WordLoss[];
  /** Words that only the page after has. */
  readonly additions: readonly string[];
  /** Words without a known meaning in either document, at their old positions. */
  readonly notCompared: number;
  /** Words with any counterpart at their position, or the same one hardly a line away or moved as most others were. */
  readonly inPlace: number;
  /** Runs of words in another color. */
  readonly colors: readonly WordLoss[];
  /** True if words of the page before are in color, and of the page after. */
  readonly isColored: { readonly before: boolean; readonly after: boolean };
  /** Number of fonts before, and those that became others. */
  readonly fonts: { readonly before: number; readonly losses: readonly WordLoss[] };
  /** Words at their places that are drawn, and so usually read, in another order. */
  readonly reordered: readonly WordLoss[];
}

/**
 * Compares text and positions of two pages, independent of fonts and operators.
 *
 * @param covers areas that only the page after has
 */
export function compareText(
  before: readonly Glyph[],
  after: readonly Glyph[],
  covers: readonly Cover[] = [],
): TextComparison {
  const words = { before: wordsOf(before), after: wordsOf(after) };
  const partners = matchGlyphs(before, after, words);
  const losses: WordLoss[] = [];
  const found = new Set<number>();
  const looks = new TextLooks();
  const shifts = new Map<string, number>();
  const inOrder: { readonly text: string; readonly at: number }[] = [];
  let [notCompared, inPlace] = [0, 0];
  for (const word of words.before.list) {
    const fates = word.glyphs.map((index) => fateOf(before[index]!, after[partners[index] ?? -1]));
    for (const index of word.glyphs)
      if (partners[index] !== null) found.add(words.after.wordOf[partners[index]!]!);
    if (fates.includes('not-compared') && !fates.some(isLoss)) notCompared += 1;
    if (word.glyphs.every((index) => isInPlace(before[index]!, after[partners[index] ?? -1]))) inPlace += 1;
    countShift(
      word.glyphs.map((index) => [before[index]!, after[partners[index] ?? -1]]),
      shifts,
    );
    const pairs = word.glyphs.flatMap((index) => {
      const partner = after[partners[index] ?? -1];
      return partner === undefined ? [] : [[before[index]!, partner] as const];
    });
    const loss = wordLoss(word, fates, { before, after, partners, words: words.after });
    if (loss !== null) losses.push(loss);
    else appendAll(losses, hiddenLoss(word.text, pairs, covers));
    // Another letter at the place, such as of text that was moved, has its own font and color.
    looks.add(
      word.text,
      pairs.filter(([was, is]) => was.text === is.text),
    );
    const first = partners[word.glyphs[0]!];
    if (first != null) inOrder.push({ text: word.text, at: first });
  }
  return {
    before: words.before.list.length,
    after: words.after.list.length,
    losses,
    additions: words.after.list.flatMap(({ text, glyphs }, index) =>
      found.has(index) ? [] : [after[glyphs[0]!]!.isVisible ? text : `${text} (invisible)`],
    ),
    notCompared,
    inPlace: [...shifts.values()].reduce((most, count) => Math.max(most, count), inPlace),
    ...looks.result,
    reordered: outOfOrder(inOrder.map(({ at }) => at)).map((index) => ({
      change: 'moved' as const,
      name: inOrder[index]!.text,
    })),
  };
}

/** Counts a word of which each letter stands elsewhere by the same whole points. */
function countShift(
  pairs: readonly (readonly [before: Glyph, after: Glyph | undefined])[],
  shifts: Map<string, number>,
): void {
  const found = pairs.map(([was, is]) =>
    is?.text === was.text ? `${Math.round(is.x - was.x)} ${Math.round(is.y - was.y)}` : null,
  );
  const [shift] = found;
  if (shift == null || found.some((other) => other !== shift)) return;
  shifts.set(shift, (shifts.get(shift) ?? 0) + 1);
}

/** A word at its place that is no longer seen, or seen only now. */
function hiddenLoss(
  name: string,
  pairs: readonly (readonly [before: Glyph, after: Glyph])[],
  covers: readonly Cover[],
): WordLoss[] {
  const changed = pairs.find(([was, is]) => was.isVisible !== is.isVisible);
  if (changed !== undefined) {
    const [before, after] = mapped(changed, ({ isVisible }) => (isVisible ? 'visible' : 'invisible'));
    return [{ change: 'changed', name, before, after }];
  }
  const isHidden = covers.length > 0 && pairs.some(([was, is]) => was.isVisible && isCovered(is, covers));
  return isHidden ? [{ change: 'changed', name, before: 'visible', after: 'covered' }] : [];
}

/** Points: a layer of recognized text that was moved by less still belongs to its page. */
const DRIFT = 20;

function isInPlace(before: Glyph, after: Glyph | undefined): boolean {
  if (after === undefined) return false;
  const distance = Math.max(Math.abs(before.x - after.x), Math.abs(before.y - after.y));
  return distance <= DRIFT || isNear(before, after);
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
  const first = glyphs.find((_, at) => isLoss(fates[at]!) && partners[glyphs[at]!] !== null);
  const partner = partners[first ?? glyphs.find((index) => partners[index] !== null)!]!;
  if (fates.includes('removed') || fates.includes('changed')) {
    return { change: 'changed', name: text, before: text, after: words.list[words.wordOf[partner]!]!.text };
  }
  return {
    change: 'moved',
    name: text,
    before: placeText(before[first!]!),
    after: placeText(after[partner]!),
  };
}

function placeText({ x, y }: Glyph): string {
  return `at ${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}
