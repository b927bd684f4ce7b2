/** An image XObject as an inline image (ISO 32000-2, 8.9.7): abbreviated entries, and samples without a filter. */
import { decodeStream } from '../../pdf/filter/filters.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import {
  dictEntries,
  key,
  PDFArray,
  PDFHexString,
  type PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
} from '../../pdf/objects.ts';
import { literalString } from '../../pdf/security/strings.ts';

/** Entries that an inline image can have, or needs no more; an image with any other stays. */
const ALLOWED: ReadonlySet<PDFName> = new Set(
  [
    ...['Type', 'Subtype', 'Width', 'Height', 'BitsPerComponent', 'ColorSpace', 'Decode', 'ImageMask'],
    ...['Filter', 'DecodeParms', 'Length'],
  ].map(key),
);
const DEVICE_SPACES: ReadonlyMap<PDFObject | undefined, string> = new Map([
  [key('DeviceGray'), '/G'],
  [key('DeviceRGB'), '/RGB'],
  [key('DeviceCMYK'), '/CMYK'],
]);
/** "limited to 4 KB": readers search larger data for its end in different ways. */
export const MAX_INLINE_BYTES = 4096;
const [E, I] = [0x45, 0x49];

/** Returns `BI … EI` between line ends; null if the image needs more than an inline image can say, or its data might look like its end. */
export function inlineText(image: ImageXObject): Uint8Array | null {
  const { stream, width, height, bits, color, codec, filters } = image;
  if (filters === null || (codec !== 'flate' && filters.length > 0)) return null;
  if ([...dictEntries(stream.dict).keys()].some((name) => !ALLOWED.has(name))) return null;
  const space =
    color.kind === 'stencil' ? '/IM true' : spaceText(stream.dict.lookup(key('ColorSpace')), bits);
  const mapping = decodeText(stream.dict.lookup(key('Decode')));
  const components =
    color.kind === 'stencil' || color.space.kind === 'Indexed' ? 1 : componentsOf(color.space.kind);
  if (space === null || mapping === null || components === null) return null;
  const size = Math.ceil((width * components * (color.kind === 'stencil' ? 1 : bits)) / 8) * height;
  const samples = size > MAX_INLINE_BYTES ? null : decodeStream(stream, MAX_INLINE_BYTES * 2);
  if (samples?.kind !== 'bytes' || samples.damaged || samples.bytes.length < size) return null;
  const data = samples.bytes.subarray(0, size);
  if (data.some((byte, at) => byte === E && data[at + 1] === I)) return null;
  const head = latin1Bytes(`\nBI/W ${width}/H ${height}${space}${mapping} ID `);
  const text = new Uint8Array(head.length + size + END.length);
  text.set(head);
  text.set(data, head.length);
  text.set(END, head.length + size);
  return text;
}

const END = latin1Bytes('\nEI\n');

function componentsOf(kind: string): number | null {
  return { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 }[kind] ?? null;
}

function spaceText(space: PDFObject | undefined, bits: number): string | null {
  const device = DEVICE_SPACES.get(space);
  if (device !== undefined) return `/BPC ${bits}/CS${device}`;
  if (!(space instanceof PDFArray) || space.size() !== 4 || space.lookup(0) !== key('Indexed')) return null;
  const base = DEVICE_SPACES.get(space.lookup(1));
  const [highest, table] = [space.lookup(2), space.lookup(3)];
  if (base === undefined || !(highest instanceof PDFNumber)) return null;
  if (!(table instanceof PDFString || table instanceof PDFHexString)) return null;
  return `/BPC ${bits}/CS[/I${base} ${highest.asNumber()}${literalString(table.asBytes())}]`;
}

function decodeText(decode: PDFObject | undefined): string | null {
  if (decode === undefined) return '';
  const numbers = decode instanceof PDFArray ? decode.asArray() : [];
  if (numbers.length === 0 || !numbers.every((item) => item instanceof PDFNumber)) return null;
  return `/D[${numbers.join(' ')}]`;
}

/** Strings have a byte per character here. */
function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
