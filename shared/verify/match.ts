import type { CategoryResult, Loss, VerifiedKind } from '../verification.ts';
import { type Item, isSameValue } from './item.ts';
import { outOfOrder } from './order.ts';
import { SpatialGrid } from './spatial-grid.ts';

export interface MatchOptions {
  /** True if the order matters, as for lists and text read aloud. */
  readonly inOrder?: boolean;
}

interface Pair {
  readonly before: Numbered;
  readonly after: Numbered;
}

/** An item with its index in the list. */
interface Numbered extends Item {
  readonly index: number;
}

/** Matches the items of one category. Pages in both lists have the numbers of the document before. */
export function matchItems(
  kind: VerifiedKind,
  before: readonly Item[],
  after: readonly Item[],
  { inOrder = false }: MatchOptions = {},
): CategoryResult {
  const rest = { before: numbered(before), after: numbered(after) };
  const same = takePairs(rest, (a) => `${a.name}\n${a.value}`, isSameValue);
  const changed = takePairs(rest, (a) => a.name, always);
  const renamed = takePairs(rest, isPlaced, always, hasPlace);
  const moved = takeByName(rest);
  const losses = [
    ...movedInOrder(inOrder ? same.filter(({ before }) => isCounted(before)) : []),
    ...[...changed, ...renamed].map((pair) => lossOf('changed', pair)),
    ...moved.map((pair) => lossOf(isSameValue(pair.before, pair.after) ? 'moved' : 'changed', pair)),
    ...rest.before.map((item) => ({ index: item.index, loss: goneLoss(item) })),
  ];
  const count = before.filter(isCounted).length;
  const added = rest.after.filter(isCounted);
  return {
    kind,
    before: count,
    after: after.filter(isCounted).length,
    lost: Math.min(count, lostThings(losses.map(({ index }) => before[index]!))),
    added: added.length,
    notCompared: 0,
    losses: inDocumentOrder(losses),
    additions: added.map(headOf),
  };
}

function isCounted({ partOf }: Item): boolean {
  return partOf === undefined;
}

/** Counts lost items; an item with lost parts counts once. */
function lostThings(items: readonly Item[]): number {
  const things = items.filter(isCounted);
  const names = new Set(things.map(({ name }) => name));
  const others = new Set(
    items.flatMap(({ partOf }) => (partOf === undefined || names.has(partOf) ? [] : [partOf])),
  );
  return things.length + others.size;
}

interface Rest {
  before: Numbered[];
  after: Numbered[];
}

function numbered(items: readonly Item[]): Numbered[] {
  return items.map((item, index) => ({ ...item, index }));
}

const always = () => true;
const isPlaced = () => '';
const hasPlace = ({ place }: Item) => place.length > 0;

/** Pairs items with the same label at the same position of a page, and removes them from the rest. */
function takePairs(
  rest: Rest,
  label: (item: Item) => string,
  fits: (a: Item, b: Item) => boolean,
  isMeant: (item: Item) => boolean = always,
): Pair[] {
  const grid = new SpatialGrid(rest.after.filter(isMeant), label);
  return takeOut(rest, (item) => (isMeant(item) ? grid.take(item, (other) => fits(item, other)) : null));
}

/** Pairs items by name, wherever they are: first fully equal ones, then in order. */
function takeByName(rest: Rest): Pair[] {
  const exact = takeFrom(rest, (item) => `${item.name}\n${item.value}`);
  return [...exact, ...takeFrom(rest, (item) => item.name)];
}

function takeFrom(rest: Rest, label: (item: Item) => string): Pair[] {
  const byLabel = new Map<string, Numbered[]>();
  for (const item of rest.after.toReversed()) {
    const known = byLabel.get(label(item));
    if (known === undefined) byLabel.set(label(item), [item]);
    else known.push(item);
  }
  return takeOut(rest, (item) => byLabel.get(label(item))?.pop() ?? null);
}

function takeOut(rest: Rest, partnerOf: (item: Numbered) => Numbered | null): Pair[] {
  const pairs: Pair[] = [];
  const left: Numbered[] = [];
  const taken = new Set<Numbered>();
  for (const before of rest.before) {
    const after = partnerOf(before);
    if (after === null) {
      left.push(before);
      continue;
    }
    taken.add(after);
    pairs.push({ before, after });
  }
  rest.before = left;
  rest.after = rest.after.filter((item) => !taken.has(item));
  return pairs;
}

interface NumberedLoss {
  readonly index: number;
  readonly loss: Loss;
}

function lossOf(change: 'changed' | 'moved', { before, after }: Pair): NumberedLoss {
  return {
    index: before.index,
    loss: { change, ...headOf(before), before: told(before, after), after: told(after, before) },
  };
}

function goneLoss(item: Item): Loss {
  return { change: 'removed', ...headOf(item) };
}

function headOf({ page, name }: Item): Pick<Loss, 'page' | 'name'> {
  return { page: page === null ? null : page + 1, name };
}

/** Describes the parts of an item that differ from the other. */
function told(item: Item, other: Item): string {
  const parts: string[] = [];
  if (item.name !== other.name) parts.push(item.name);
  if (item.value !== other.value) parts.push(item.value);
  if (!isSameValue({ ...item, value: '' }, { ...other, value: '' }))
    parts.push(`at ${numbersText(item.numbers)}`);
  if (parts.length === 0 && item.page !== other.page) parts.push(`page ${(item.page ?? -1) + 1}`);
  if (parts.length === 0) parts.push(`at ${numbersText(item.place)}`);
  return parts.join(', ');
}

function numbersText(numbers: readonly (number | null)[]): string {
  return numbers.map((number) => (number === null ? '-' : String(Math.round(number * 100) / 100))).join(' ');
}

/** Returns items that moved before others they followed. */
function movedInOrder(pairs: readonly Pair[]): NumberedLoss[] {
  return outOfOrder(pairs.map(({ after }) => after.index)).map((at) => {
    const { before, after } = pairs[at]!;
    return {
      index: before.index,
      loss: {
        change: 'moved',
        ...headOf(before),
        before: `number ${before.index + 1}`,
        after: `number ${after.index + 1}`,
      },
    };
  });
}

function inDocumentOrder(losses: readonly NumberedLoss[]): Loss[] {
  return losses.toSorted((a, b) => a.index - b.index).map(({ loss }) => loss);
}
