/**
 * Tells which contents have drawing that also stands in another place, without parsing any: a repeated run has the same
 * bytes, so hashes of short pieces of it meet. A hash that meets by chance costs time only.
 */

/** Bytes that are hashed together: about two operations. */
const PIECE_BYTES = 48;
/** One of so many pieces is kept, chosen by its hash, so that equal runs keep equal pieces wherever they begin. */
const KEPT_MASK = 31;
/** Fewer different pieces are less than a form is worth. */
const MIN_PIECES = 4;
const FACTOR = 0x01000193;
/** How many times a hash was seen, by its lowest bits. */
const COUNTERS = 1 << 20;
const SPACE = 0x20;
const [B, E, T] = [0x42, 0x45, 0x54];

/** @returns for each of the contents, whether pieces of it outside of text stand a second time in any of them */
export function alikeContents(contents: readonly Uint8Array[]): readonly boolean[] {
  const counts = new Uint8Array(COUNTERS);
  const kept = contents.map((content) => keptPieces(content));
  for (const pieces of kept) for (const piece of pieces) if (counts[piece] < 2) counts[piece] += 1;
  return kept.map((pieces) => new Set(pieces.filter((piece) => counts[piece] > 1)).size >= MIN_PIECES);
}

/** Factor of the byte that leaves the piece. */
const LEAVING = power(FACTOR, PIECE_BYTES);

/** Hashes of pieces outside of `BT … ET`; white space counts as one space, since it may differ between operations. */
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

/** Whether two letters that end here stand alone. */
function isToken(content: Uint8Array, at: number): boolean {
  const isSpace = (byte: number | undefined) => byte === undefined || byte <= SPACE;
  return isSpace(content[at - 2]) && isSpace(content[at + 1]);
}

function power(factor: number, times: number): number {
  let result = 1;
  for (let left = times; left > 0; left -= 1) result = Math.imul(result, factor);
  return result;
}
