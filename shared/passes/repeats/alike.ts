/**
 * Finds contents that share drawing with another place, without parsing them. Equal runs have equal bytes, so hashes of
 * short pieces meet; a collision only costs time.
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
const COUNTERS = 1 << 20;
const SPACE = 0x20;
/** Stands for text, which is never part of a run; no hash is negative. */
const TEXT = -1;
const [B, E, T] = [0x42, 0x45, 0x54];

/** @returns for each content, whether drawing outside of text occurs a second time in any of them */
export function alikeContents(contents: readonly Uint8Array[]): readonly boolean[] {
  const low = new Uint8Array(COUNTERS);
  const high = new Uint8Array(COUNTERS);
  const kept = contents.map((content) => keptPieces(content));
  for (const pieces of kept) {
    for (const piece of pieces) {
      if (piece === TEXT) continue;
      if (low[lowBits(piece)] < 2) low[lowBits(piece)] += 1;
      if (high[highBits(piece)] < 2) high[highBits(piece)] += 1;
    }
  }
  const isRepeated = (piece: number) =>
    piece !== TEXT && low[lowBits(piece)] > 1 && high[highBits(piece)] > 1;
  return kept.map((pieces) => hasRun(pieces, isRepeated));
}

const lowBits = (piece: number) => (piece >>> 5) % COUNTERS;
const highBits = (piece: number) => Math.imul(piece, 0x9e3779b1) >>> 12;

/** Returns true for enough different repeated pieces that no other one interrupts. */
function hasRun(pieces: readonly number[], isRepeated: (piece: number) => boolean): boolean {
  const run = new Set<number>();
  for (const piece of pieces) {
    if (isRepeated(piece)) run.add(piece);
    else run.clear();
    if (run.size >= MIN_PIECES) return true;
  }
  return false;
}

/** Weight of the byte that leaves the piece. */
const LEAVING = power(FACTOR, PIECE_BYTES);

/** Hashes pieces outside of `BT … ET`; white space counts as one space, since it may differ between operations. */
function keptPieces(content: Uint8Array): readonly number[] {
  const kept: number[] = [];
  const piece = new Uint8Array(PIECE_BYTES);
  let [hash, length, isText] = [0, 0, false];
  let [previous, stretchAt] = [SPACE, 0];
  const endStretch = () => {
    if (length < MIN_STRETCH_BYTES) kept.length = stretchAt;
    else kept.push(TEXT);
    stretchAt = kept.length;
    [hash, length] = [0, 0];
  };
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at] <= SPACE ? SPACE : content[at];
    if (byte === T && previous === (isText ? E : B) && isToken(content, at)) {
      isText = !isText;
      endStretch();
    }
    const isRepeatedSpace = byte === SPACE && previous === SPACE;
    previous = byte;
    if (isText || isRepeatedSpace) continue;
    const slot = length % PIECE_BYTES;
    const leaves = length < PIECE_BYTES ? 0 : piece[slot];
    hash = (Math.imul(hash, FACTOR) + byte - Math.imul(leaves, LEAVING)) | 0;
    piece[slot] = byte;
    length += 1;
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
    if (length >= PIECE_BYTES && (mixed & KEPT_MASK) === 0) kept.push(mixed);
  }
  endStretch();
  return kept;
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
