import { REFERENCE_BYTES, STREAM_BYTES, savedInEach } from './costs.ts';
import type { Operations } from './operations.ts';
import type { Place, SharedRun } from './shared-runs.ts';

/** A run that may become a stream. */
export interface Piece {
  readonly run: SharedRun;
  /** After deflate. */
  readonly packedBytes: number;
}

/** A piece at its place in one content. */
export interface PlacedPiece {
  readonly piece: Piece;
  readonly place: Place;
}

interface Chosen {
  readonly last: PlacedPiece;
  readonly before: Chosen | null;
}

/** Cheapest division up to a place, if the last part is the content's own or a piece. */
interface Cheapest {
  readonly own: { readonly bytes: number; readonly chosen: Chosen | null };
  readonly piece: { readonly bytes: number; readonly chosen: Chosen | null };
}

/** How often pieces are counted again; each time those go that too few contents use. */
const ROUNDS = 3;

/** Chooses the pieces of each content, so that all together take the least. */
export function divisions(
  contents: readonly Operations[],
  pieces: readonly Piece[],
): readonly (readonly PlacedPiece[])[] {
  const placed: PlacedPiece[][] = contents.map(() => []);
  for (const piece of pieces)
    for (const place of piece.run.places) placed[place.content]!.push({ piece, place });
  for (const list of placed) list.sort((one, other) => one.place.from - other.place.from);
  let times = new Map(pieces.map((piece) => [piece, contentsWith(piece)]));
  let divided: PlacedPiece[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    divided = placed.map((list, at) => {
      const usable = list.filter(({ piece }) => isWorth(piece, times.get(piece) ?? 0));
      return cheapest(contents[at]!, usable, times);
    });
    times = timesUsed(divided);
  }
  return divided.map((list) => list.filter(({ piece }) => isWorth(piece, times.get(piece) ?? 0)));
}

export function timesUsed(divided: readonly (readonly PlacedPiece[])[]): Map<Piece, number> {
  const times = new Map<Piece, number>();
  for (const list of divided)
    for (const piece of new Set(list.map((placed) => placed.piece)))
      times.set(piece, (times.get(piece) ?? 0) + 1);
  return times;
}

function contentsWith({ run }: Piece): number {
  return new Set(run.places.map(({ content }) => content)).size;
}

/** Part of its own bytes that a piece takes in a content, where deflate knows what precedes it. */
const INSIDE_SHARE = 0.9;

function isWorth({ packedBytes }: Piece, times: number): boolean {
  return times > 1 && savedInEach(packedBytes * INSIDE_SHARE, times) > 0;
}

/** One way through the content: each piece is used or stays in the content's own parts, which cost a stream each. */
function cheapest(
  { count }: Operations,
  placed: readonly PlacedPiece[],
  times: ReadonlyMap<Piece, number>,
): PlacedPiece[] {
  const nothing = { bytes: 0, chosen: null };
  let best: Cheapest = { own: { ...nothing, bytes: Number.POSITIVE_INFINITY }, piece: nothing };
  let done = 0;
  for (const each of placed) {
    if (each.place.from > done) best = withOwnPart(best);
    const before = lessOf(best.own, best.piece);
    const bytes = before.bytes - savedInEach(each.piece.packedBytes * INSIDE_SHARE, times.get(each.piece)!);
    best = { own: ownPart(best), piece: { bytes, chosen: { last: each, before: before.chosen } } };
    done = each.place.to;
  }
  if (done < count) best = withOwnPart(best);
  const chosen: PlacedPiece[] = [];
  for (let at = lessOf(best.own, best.piece).chosen; at !== null; at = at.before) chosen.push(at.last);
  return chosen.reverse();
}

function withOwnPart(best: Cheapest): Cheapest {
  return { own: ownPart(best), piece: { bytes: Number.POSITIVE_INFINITY, chosen: null } };
}

function ownPart({ own, piece }: Cheapest): Cheapest['own'] {
  return lessOf(own, { bytes: piece.bytes + STREAM_BYTES + REFERENCE_BYTES, chosen: piece.chosen });
}

function lessOf(one: Cheapest['own'], other: Cheapest['own']): Cheapest['own'] {
  return one.bytes <= other.bytes ? one : other;
}
