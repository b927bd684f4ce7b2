/**
 * Estimates what forms could save in contents that share drawing, without parsing them. Equal runs have equal bytes, so
 * hashes of short pieces meet; a collision only costs time.
 */

/** Length of a hashed piece: about two operations. */
const PIECE_BYTES = 48;
/** Keeps 1 of 32 pieces, chosen by hash, so that equal runs keep equal pieces wherever they begin. */
const KEPT_MASK = 31;
/** Drawing between texts that is shorter holds no run, however much white space it has. */
const MIN_STRETCH_BYTES = 150;
/** Kept pieces in a row that a run has: fewer are not worth a form. */
const MIN_PIECES = 4;
const FACTOR = 0x01000193;
/** Size of each table that counts hashes by some of their bits; a piece that meets another in one is alone in the other. */
const MIN_COUNTERS = 1 << 10;
const MAX_COUNTERS = 1 << 20;
const COUNTERS_PER_PIECE = 16;
const SPACE = 0x20;
/** Larger counts are equal. */
const MAX_COUNT = 255;
/** Stands for text, which is never part of a run; no hash is negative. */
const TEXT = -1;
const [B, E, T] = [0x42, 0x45, 0x54];

/** A content and the bytes that it takes in the file. */
export interface StoredContent {
  readonly content: Uint8Array;
  readonly storedBytes: number;
}

/** Cost of a form, at each place where it is drawn and once. */
export interface FormCost {
  readonly useBytes: number;
  readonly formBytes: number;
}

/** Returns for each content how many bytes of the file forms may save in it: an upper bound for most drawings. */
export function promisedBytes(contents: readonly StoredContent[], cost: FormCost): readonly number[] {
  const kept = contents.map(({ content }) => keptPieces(content));
  const pieces = kept.reduce((sum, { hashes }) => sum + hashes.length, 0);
  let counters = MIN_COUNTERS;
  while (counters < MAX_COUNTERS && counters < COUNTERS_PER_PIECE * pieces) counters *= 2;
  const lowBits = (piece: number) => (piece >>> 5) % counters;
  const highBits = (piece: number) => (Math.imul(piece, 0x9e3779b1) >>> 12) % counters;
  const low = new Uint8Array(counters);
  const high = new Uint8Array(counters);
  for (const { hashes } of kept) {
    // Inside of one content, deflate finds most repetitions itself.
    for (const hash of new Set(hashes)) {
      if (hash === TEXT) continue;
      if (low[lowBits(hash)]! < MAX_COUNT) low[lowBits(hash)]! += 1;
      if (high[highBits(hash)]! < MAX_COUNT) high[highBits(hash)]! += 1;
    }
  }
  const timesOf = (hash: number) =>
    hash === TEXT ? 0 : Math.min(low[lowBits(hash)]!, high[highBits(hash)]!);
  return kept.map((found, at) => {
    const { content, storedBytes } = contents[at]!;
    const density = Math.min(1, storedBytes / content.length);
    let promised = 0;
    for (const { bytes, times } of repeatedStretches(found, timesOf)) {
      const packed = bytes * density;
      promised += Math.max(0, packed - cost.useBytes - (packed + cost.formBytes) / times);
    }
    return promised;
  });
}

interface Stretch {
  readonly bytes: number;
  /** Number of contents with it. */
  readonly times: number;
}

/** Returns enough pieces in a row that are in equally many contents, each where it occurs first. */
function repeatedStretches({ hashes, ends }: Pieces, timesOf: (hash: number) => number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const seen = new Set<number>();
  let [from, run] = [0, 0];
  const end = (at: number) => {
    if (run > 1 && at - from >= MIN_PIECES)
      stretches.push({ bytes: ends[at - 1]! - ends[from]! + PIECE_BYTES, times: run });
    from = at;
  };
  for (const [at, hash] of hashes.entries()) {
    const times = seen.has(hash) ? 0 : timesOf(hash);
    seen.add(hash);
    if (times !== run) end(at);
    run = times;
  }
  end(hashes.length);
  return stretches;
}

/** Weight of the byte that leaves the piece. */
const LEAVING = power(FACTOR, PIECE_BYTES);

interface Pieces {
  readonly hashes: readonly number[];
  /** Positions of their last bytes. */
  readonly ends: readonly number[];
}

/** Hashes pieces outside of `BT … ET`; white space counts as one space, since it may differ between operations. */
function keptPieces(content: Uint8Array): Pieces {
  const hashes: number[] = [];
  const ends: number[] = [];
  const piece = new Uint8Array(PIECE_BYTES);
  let [hash, length, isText] = [0, 0, false];
  let [previous, stretchAt] = [SPACE, 0];
  const endStretch = () => {
    if (length < MIN_STRETCH_BYTES) hashes.length = stretchAt;
    else hashes.push(TEXT);
    stretchAt = hashes.length;
    ends.length = stretchAt;
    [hash, length] = [0, 0];
  };
  for (let at = 0; at < content.length; at += 1) {
    if (isText) {
      const end = content.indexOf(T, at);
      at = end < 0 ? content.length - 1 : end;
      previous = content[at - 1]!;
    }
    const byte = content[at]! <= SPACE ? SPACE : content[at]!;
    if (byte === T && previous === (isText ? E : B) && isToken(content, at)) {
      isText = !isText;
      endStretch();
    }
    const isRepeatedSpace = byte === SPACE && previous === SPACE;
    previous = byte;
    if (isText || isRepeatedSpace) continue;
    const slot = length % PIECE_BYTES;
    const leaves = length < PIECE_BYTES ? 0 : piece[slot]!;
    hash = (Math.imul(hash, FACTOR) + byte - Math.imul(leaves, LEAVING)) | 0;
    piece[slot] = byte;
    length += 1;
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
    if (length >= PIECE_BYTES && (mixed & KEPT_MASK) === 0) {
      ends[hashes.length] = at;
      hashes.push(mixed);
    }
  }
  endStretch();
  return { hashes, ends };
}

/** Returns true if the two letters that end here are a token. */
function isToken(content: Uint8Array, at: number): boolean {
  const isSpace = (byte: number | undefined) => byte === undefined || byte <= SPACE;
  return isSpace(content[at - 2]) && isSpace(content[at + 1]);
}

function power(factor: number, times: number): number {
  let result = 1;
  for (let left = times; left > 0; left -= 1) result = Math.imul(result, factor);
  return result;
}
