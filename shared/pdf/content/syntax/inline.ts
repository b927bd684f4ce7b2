import { indexOf, isRegular, isWhite } from '../../bytes.ts';
import type { ContentValue } from './values.ts';

/** The dictionary of an inline image, keys as written: `W` or `Width`. */
export type InlineImageEntries = ReadonlyMap<string, ContentValue>;

/** Byte range of an inline image's data, and the end of its `EI`. */
export interface InlineImageRange {
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly end: number;
}

/** Bytes after `/L`, or after the computed length, within which `EI` must follow. */
const EI_SLACK = 16;

/**
 * Finds the `EI` of an inline image whose `ID` ends at `idEnd`; null if there is none. Uses the length if
 * known (unfiltered data, or `/L` of PDF 2.0), the end mark of the two filters that have one, or else the
 * first `EI` between white space that content follows.
 * @param contentFollows returns whether the bytes at a position look like operators
 */
export function inlineImageRange(
  bytes: Uint8Array,
  idEnd: number,
  entries: InlineImageEntries,
  contentFollows: (at: number) => boolean,
): InlineImageRange | null {
  // "the ID operator shall be followed by a single white-space character" (8.9.7)
  const dataStart = idEnd < bytes.length && isWhite(bytes[idEnd]!) ? idEnd + 1 : idEnd;
  const length = statedLength(entries) ?? unfilteredLength(entries);
  if (length !== null) {
    const found = endAfter(bytes, dataStart, dataStart + length);
    if (found !== null) return found;
    // Some writers end the line with CR LF after ID.
    if (bytes[idEnd] === 0x0d && bytes[dataStart] === 0x0a) {
      const shifted = endAfter(bytes, dataStart + 1, dataStart + 1 + length);
      if (shifted !== null) return shifted;
    }
  }
  const mark = endMark(entries);
  if (mark !== null) {
    const at = indexOf(bytes, mark, dataStart);
    const found = at < 0 ? null : endAfter(bytes, dataStart, at + mark.length);
    if (found !== null) return found;
  }
  return searchedEnd(bytes, dataStart, contentFollows);
}

/** Finds `EI` directly after the data, with little more than white space between. */
function endAfter(bytes: Uint8Array, dataStart: number, dataEnd: number): InlineImageRange | null {
  let at = dataEnd;
  while (at < bytes.length && at < dataEnd + EI_SLACK && isWhite(bytes[at]!)) at += 1;
  return isEndKeyword(bytes, at) ? { dataStart, dataEnd, end: at + 2 } : null;
}

function searchedEnd(
  bytes: Uint8Array,
  dataStart: number,
  contentFollows: (at: number) => boolean,
): InlineImageRange | null {
  for (let at = indexOf(bytes, 'EI', dataStart); at >= 0; at = indexOf(bytes, 'EI', at + 1)) {
    if (at > dataStart && !isWhite(bytes[at - 1]!)) continue;
    if (!isEndKeyword(bytes, at) || !contentFollows(at + 2)) continue;
    return { dataStart, dataEnd: Math.max(dataStart, at - 1), end: at + 2 };
  }
  return null;
}

function isEndKeyword(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) return false;
  return at + 2 >= bytes.length || !isRegular(bytes[at + 2]!);
}

/** Returns the end mark of the outermost filter, if it has one. */
function endMark(entries: InlineImageEntries): string | null {
  const filter = entries.get('F') ?? entries.get('Filter');
  const outermost = filter?.kind === 'array' ? filter.items[0] : filter;
  if (outermost?.kind !== 'name') return null;
  if (outermost.value === 'A85' || outermost.value === 'ASCII85Decode') return '~>';
  return outermost.value === 'AHx' || outermost.value === 'ASCIIHexDecode' ? '>' : null;
}

function statedLength(entries: InlineImageEntries): number | null {
  const length = integerAt(entries, 'L', 'Length');
  return length !== null && length > 0 ? length : null;
}

/** Returns the length of unfiltered data, if size and color space determine it without resources. */
function unfilteredLength(entries: InlineImageEntries): number | null {
  const filter = entries.get('F') ?? entries.get('Filter');
  if (
    filter !== undefined &&
    filter.kind !== 'null' &&
    !(filter.kind === 'array' && filter.items.length === 0)
  )
    return null;
  const width = integerAt(entries, 'W', 'Width');
  const height = integerAt(entries, 'H', 'Height');
  const bits = bitsPerPixel(entries);
  if (width === null || height === null || bits === null) return null;
  return Math.ceil((width * bits) / 8) * height;
}

function bitsPerPixel(entries: InlineImageEntries): number | null {
  const mask = entries.get('IM') ?? entries.get('ImageMask');
  if (mask?.kind === 'boolean' && mask.value) return 1;
  const bits = integerAt(entries, 'BPC', 'BitsPerComponent');
  const space = entries.get('CS') ?? entries.get('ColorSpace');
  if (bits === null || space === undefined) return null;
  const family = space.kind === 'array' ? space.items[0] : space;
  const components = family?.kind === 'name' ? COMPONENTS.get(family.value) : undefined;
  return components === undefined ? null : bits * components;
}

const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ['G', 1],
  ['DeviceGray', 1],
  ['CalGray', 1],
  ['RGB', 3],
  ['DeviceRGB', 3],
  ['CMYK', 4],
  ['DeviceCMYK', 4],
  ['I', 1],
  ['Indexed', 1],
]);

function integerAt(entries: InlineImageEntries, short: string, long: string): number | null {
  const value = entries.get(short) ?? entries.get(long);
  return value?.kind === 'number' && Number.isInteger(value.value) && value.value >= 0 ? value.value : null;
}
