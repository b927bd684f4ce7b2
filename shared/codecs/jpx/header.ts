import { mapped } from '../../lists.ts';
import { hasManyBlocks } from './blocks.ts';

/** Reads JPEG 2000 headers: JP2 boxes (ITU-T T.800, annex I) and the codestream's main header (annex A). */

/** Color space in a `colr` box (I.5.3.3); a PDF's own `/ColorSpace` takes precedence. */
export type JpxColorSpace = 'gray' | 'sRGB' | 'sYCC' | 'CMYK' | 'icc' | 'other';

/** Reasons why `decodeJpx` would not return the samples that PDF viewers show. */
export type JpxObstacle =
  | 'signed'
  | 'mixed-depth'
  | 'too-deep'
  | 'subsampled'
  | 'palette'
  | 'reordered'
  | 'many-components'
  | 'many-blocks';

export interface JpxHeader {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Origin of the image on its reference grid; affects the rounding of reduced sizes. */
  readonly originX: number;
  readonly originY: number;
  readonly components: number;
  /** Bits of the first component; the others are equal unless `obstacle` is set. */
  readonly bitsPerComponent: number;
  /** Number of times that width and height may be halved during decoding. */
  readonly levels: number;
  /** Integer coding (the 5-3 filter), so that all decoders return the same samples. */
  readonly reversible: boolean;
  /** Null if no box names one, as in a bare codestream. */
  readonly colorSpace: JpxColorSpace | null;
  /** A component is opacity (`cdef`), used depending on `/SMaskInData`. */
  readonly opacity: boolean;
  readonly obstacle: JpxObstacle | null;
  /** Start and end of the codestream, in bytes of the data. */
  readonly codestream: readonly [start: number, end: number];
}

interface Codestream {
  readonly width: number;
  readonly height: number;
  readonly originX: number;
  readonly originY: number;
  readonly depths: readonly { readonly bits: number; readonly signed: boolean }[];
  readonly subsampled: boolean;
  readonly levels: number;
  readonly reversible: boolean;
}

interface Boxes {
  readonly codestreamAt: number;
  readonly codestreamEnd: number;
  readonly colorSpace: JpxColorSpace | null;
  readonly palette: boolean;
  readonly opacity: boolean;
  readonly reordered: boolean;
}

/** Gray, RGB or CMYK, and one of opacity. */
const MAX_COMPONENTS = 5;
const MAX_BITS = 16;

/** Null if it is no JPEG 2000 data or its header is truncated. */
export function readJpxHeader(data: Uint8Array): JpxHeader | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  try {
    const boxes = isCodestream(view, 0)
      ? { ...BARE_CODESTREAM, codestreamEnd: data.length }
      : readBoxes(view);
    if (boxes === null || !isCodestream(view, boxes.codestreamAt)) return null;
    const codestream = readMainHeader(view, boxes.codestreamAt);
    if (codestream === null) return null;
    const { width, height, originX, originY, depths, levels, reversible } = codestream;
    const { colorSpace, opacity } = boxes;
    const components = depths.length;
    const bitsPerComponent = depths[0]!.bits;
    const obstacle = hasManyBlocks(view, boxes.codestreamAt)
      ? 'many-blocks'
      : findObstacle(codestream, boxes);
    return {
      ...{ width, height, originX, originY, components, bitsPerComponent },
      ...{ levels, reversible, colorSpace, opacity, obstacle },
      codestream: [boxes.codestreamAt, boxes.codestreamEnd],
    };
  } catch (error) {
    // DataView throws at the end of the data; anything else is our bug.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function findObstacle({ depths, subsampled }: Codestream, { palette, reordered }: Boxes): JpxObstacle | null {
  const first = depths[0]!;
  if (depths.length > MAX_COMPONENTS) return 'many-components';
  if (depths.some(({ signed }) => signed)) return 'signed';
  if (depths.some(({ bits }) => bits !== first.bits)) return 'mixed-depth';
  if (first.bits > MAX_BITS) return 'too-deep';
  if (subsampled) return 'subsampled';
  if (palette) return 'palette';
  return reordered ? 'reordered' : null;
}

const SOC = 0xff4f;
const SIZ = 0xff51;
const COD = 0xff52;
const SOT = 0xff90;

function isCodestream(view: DataView, at: number): boolean {
  return view.getUint16(at) === SOC && view.getUint16(at + 2) === SIZ;
}

/** A.5.1 (SIZ) and A.6.1 (COD). */
function readMainHeader(view: DataView, at: number): Codestream | null {
  const siz = at + 4;
  const [right, bottom, originX, originY] = mapped([4, 8, 12, 16], (offset) => view.getUint32(siz + offset));
  const components = view.getUint16(siz + 36);
  if (components === 0 || right <= originX || bottom <= originY) return null;
  const depths: { bits: number; signed: boolean }[] = [];
  let subsampled = false;
  for (let i = 0; i < components; i++) {
    const entry = siz + 38 + i * 3;
    const depth = view.getUint8(entry);
    depths.push({ bits: (depth & 0x7f) + 1, signed: (depth & 0x80) !== 0 });
    if (view.getUint8(entry + 1) !== 1 || view.getUint8(entry + 2) !== 1) subsampled = true;
  }

  let marker = siz + view.getUint16(siz);
  while (view.getUint16(marker) !== COD) {
    if (view.getUint16(marker) === SOT) return null;
    marker += 2 + view.getUint16(marker + 2);
  }
  const levels = view.getUint8(marker + 9);
  // Table A.20: 1 is the 5-3 filter.
  const reversible = view.getUint8(marker + 13) === 1;
  return {
    ...{ width: right - originX, height: bottom - originY, originX: originX, originY: originY },
    ...{ depths, subsampled, levels, reversible },
  };
}

const BARE_CODESTREAM: Omit<Boxes, 'codestreamEnd'> = {
  codestreamAt: 0,
  colorSpace: null,
  palette: false,
  opacity: false,
  reordered: false,
};

interface Box {
  readonly type: string;
  /** Range of the contents. */
  readonly start: number;
  readonly end: number;
}

/** Null without a JP2 signature or codestream. */
function readBoxes(view: DataView): Boxes | null {
  const top = listBoxes(view, 0, view.byteLength);
  if (top[0]?.type !== 'jP  ') return null;
  const codestream = top.find(({ type }) => type === 'jp2c');
  if (codestream === undefined) return null;
  const header = top.find(({ type }) => type === 'jp2h');
  const inner = header === undefined ? [] : listBoxes(view, header.start, header.end);
  const colr = inner.find(({ type }) => type === 'colr');
  const cdef = inner.find(({ type }) => type === 'cdef');
  return {
    codestreamAt: codestream.start,
    codestreamEnd: codestream.end,
    colorSpace: colr === undefined ? null : readColorSpace(view, colr),
    palette: inner.some(({ type }) => type === 'pclr'),
    ...readChannels(view, cdef),
  };
}

/** I.4: length (1: a 64-bit one follows, 0: up to the end) and type. */
function listBoxes(view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to) {
    const short = view.getUint32(at);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    const long = short === 1;
    const length = short === 0 ? to - at : long ? Number(view.getBigUint64(at + 8)) : short;
    if (length < (long ? 16 : 8)) break;
    boxes.push({ type, start: at + (long ? 16 : 8), end: Math.min(at + length, to) });
    at += length;
  }
  return boxes;
}

const ENUMERATED: ReadonlyMap<number, JpxColorSpace> = new Map([
  [12, 'CMYK'],
  [16, 'sRGB'],
  [17, 'gray'],
  [18, 'sYCC'],
]);

/** Method 1 is enumerated, 2 and 3 have an ICC profile. */
function readColorSpace(view: DataView, { start }: Box): JpxColorSpace {
  const method = view.getUint8(start);
  if (method === 1) return ENUMERATED.get(view.getUint32(start + 3)) ?? 'other';
  return method === 2 || method === 3 ? 'icc' : 'other';
}

/** I.5.3.6: type of each channel (0 color, 1 opacity, 2 pre-multiplied opacity) and its color. */
function readChannels(
  view: DataView,
  cdef: Box | undefined,
): { readonly opacity: boolean; readonly reordered: boolean } {
  let opacity = false;
  let reordered = false;
  const count = cdef === undefined ? 0 : view.getUint16(cdef.start);
  for (let i = 0; i < count; i++) {
    const entry = cdef!.start + 2 + i * 6;
    const channel = view.getUint16(entry);
    const kind = view.getUint16(entry + 2);
    const color = view.getUint16(entry + 4);
    if (kind === 0 && color !== channel + 1) reordered = true;
    if (kind === 1 || kind === 2) opacity = true;
  }
  return { opacity, reordered };
}
