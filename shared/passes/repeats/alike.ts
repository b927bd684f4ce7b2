/**
 * Finds contents that share drawing with another place, without parsing them. Equal runs have equal bytes, so hashes of
 * short pieces meet; a collision only costs time.
 */

/** Length of a hashed piece: about two operations. */
const PIECE_BYTES = 48;
/** Keeps 1 of 32 pieces, chosen by hash, so that equal runs keep equal pieces wherever they begin. */
const KEPT_MASK = 31;
/** Fewer distinct pieces are not worth a form. */
const MIN_PIECES = 4;
const FACTOR = 0x01000193;
/** Size of the table that counts hashes by their lowest bits. */
const COUNTERS = 1 << 20;
const SPACE = 0x20;
const [B, E, T] = [0x42, 0x45, 0x54];

/** @returns for each content, whether drawing outside of text occurs a second time in any of them */
export function alikeContents(contents: readonly Uint8Array[]): readonly boolean[] {
  const counts = new Uint8Array(COUNTERS);
  const kept = contents.map((content) => keptPieces(content));
  for (const pieces of kept) for (const piece of pieces) if (counts[piece] < 2) counts[piece] += 1;
  return kept.map((pieces) => new Set(pieces.filter((piece) => counts[piece] > 1)).size >= MIN_PIECES);
}

/** Weight of the byte that leaves the piece. */
const LEAVING = power(FACTOR, PIECE_BYTES);

/** Hashes pieces outside of `BT … ET`; white space counts as one space, since it may differ between operations. */
function keptPieces(content: Uint8Array): readonly number[] {
  const kept: number[] = [];
  const piece = new Uint8Array(PIECE_BYTES);
  let [hash, length, isText] = [0, 0, false];
  let previous = SPACE;
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at] <= SPACE ? SPACE : content[at];
    if (byte === T && previous === (isText ? E : B) && isToken(content, at)) {
      isText = !isText;
      [hash, length] = [0, 0];
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
    if (length >= PIECE_BYTES && (mixed & KEPT_MASK) === 0) kept.push((mixed >>> 5) % COUNTERS);
  }
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
