import { mapped } from '../../lists.ts';

/**
 * Estimates the memory that a decoder of JPEG 2000 needs besides samples: it allocates each tile, precinct and code
 * block in advance, also those without data. A file of 3 kB can name millions of them.
 */

const COD = 0xff52;
const COC = 0xff53;
const SOT = 0xff90;
const SOD = 0xff93;
const EOC = 0xffd9;

/** Bytes in OpenJPEG, about: a component of a tile, a precinct, a code block. */
const TILE_BYTES = 4000;
const PRECINCT_BYTES = 300;
const BLOCK_BYTES = 100;
/** Bytes that any image may need, and per byte of its data. */
const FREE_BYTES = 24 * 1024 * 1024;
const MAX_RATIO = 32;

/** Smallest sizes that any tile or component asks for, as powers of two. */
interface Smallest {
  block: number;
  precinct: number;
}

/**
 * Returns whether the image is cut into more parts than its data can justify.
 * @param at offset of the codestream, whose SIZ segment comes first (ITU-T T.800, A.5.1)
 * @throws RangeError if its headers are cut off
 */
export function hasManyBlocks(view: DataView, at: number): boolean {
  const siz = at + 4;
  const [right, bottom, left, top, tileWidth, tileHeight, tileLeft, tileTop] = mapped(
    [4, 8, 12, 16, 20, 24, 28, 32],
    (offset) => view.getUint32(siz + offset),
  );
  const components = view.getUint16(siz + 36);
  const tiles = Math.ceil((right - tileLeft) / tileWidth) * Math.ceil((bottom - tileTop) / tileHeight);
  const samples = (right - left) * (bottom - top) * components;
  const { block, precinct } = smallestIn(view, siz + view.getUint16(siz));
  // All resolutions together have a third more samples than the first.
  const parts = (power: number, bytes: number) => ((samples * 4) / 3 / 2 ** power) * bytes;
  const needed =
    tiles * components * TILE_BYTES + parts(precinct, PRECINCT_BYTES) + parts(block, BLOCK_BYTES);
  return !(needed <= FREE_BYTES + MAX_RATIO * view.byteLength);
}

/** Reads the coding styles of the main header and of each tile-part (A.6.1, A.6.2, A.4.2). */
function smallestIn(view: DataView, first: number): Smallest {
  const smallest: Smallest = { block: 12, precinct: 30 };
  let marker = first;
  /** Start of the tile-part whose header is read, and of the next one. */
  let next = Number.POSITIVE_INFINITY;
  while (marker + 4 <= view.byteLength) {
    const code = view.getUint16(marker);
    if (code === EOC) break;
    if (code === SOD) {
      if (!(next > marker)) break;
      marker = next;
      continue;
    }
    if (code === SOT) {
      const length = view.getUint32(marker + 6);
      next = length === 0 ? Number.POSITIVE_INFINITY : marker + length;
    }
    if (code === COD) readStyle(view, marker + 9, (view.getUint8(marker + 4) & 1) !== 0, smallest);
    // With more than 256 components, their numbers take two bytes: such an image is refused.
    if (code === COC) readStyle(view, marker + 6, (view.getUint8(marker + 5) & 1) !== 0, smallest);
    marker += 2 + view.getUint16(marker + 2);
  }
  return smallest;
}

/** Table A.20: levels, code block sizes, and the precinct sizes of each resolution if they are given. */
function readStyle(view: DataView, at: number, hasPrecincts: boolean, smallest: Smallest): void {
  const levels = view.getUint8(at);
  let block = (view.getUint8(at + 1) & 15) + 2 + (view.getUint8(at + 2) & 15) + 2;
  for (let level = 0; hasPrecincts && level <= levels; level += 1) {
    const size = view.getUint8(at + 5 + level);
    const precinct = (size & 15) + (size >> 4);
    smallest.precinct = Math.min(smallest.precinct, precinct);
    block = Math.min(block, precinct);
  }
  smallest.block = Math.min(smallest.block, block);
}
