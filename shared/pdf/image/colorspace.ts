import { decodeStream } from '../filter/filters.ts';
import {
  key,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '../objects.ts';

/** Meaning of a sample's components (ISO 32000-2, 8.6). */
export type ColorSpace =
  | { readonly kind: 'DeviceGray' }
  | { readonly kind: 'DeviceRGB' }
  | { readonly kind: 'DeviceCMYK' }
  | { readonly kind: 'CalGray' }
  | { readonly kind: 'CalRGB' }
  /** `range`: [aMin aMax bMin bMax]. */
  | { readonly kind: 'Lab'; readonly range: readonly number[] }
  | { readonly kind: 'ICCBased'; readonly components: 1 | 3 | 4; readonly data: ProfileData }
  | {
      readonly kind: 'Indexed';
      readonly base: ColorSpace;
      /** Highest valid index. */
      readonly hival: number;
      /** (hival + 1) * components of the base, in bytes; zeros for missing bytes. */
      readonly table: Uint8Array;
      /** Number of complete entries in the file, at most hival + 1; readers draw missing ones in different colors. */
      readonly given: number;
    }
  | { readonly kind: 'Separation' }
  | { readonly kind: 'DeviceN'; readonly components: number }
  | { readonly kind: 'Pattern' }
  | { readonly kind: 'unknown' };

/** Data color space in an ICC profile's header; `other` for Lab and spaces that PDF does not allow. */
export type ProfileData = 'gray' | 'rgb' | 'cmyk' | 'other';

/** Returns the components per sample; null for unknown spaces and those without samples. */
export function componentCount(space: ColorSpace): number | null {
  switch (space.kind) {
    case 'DeviceGray':
    case 'CalGray':
    case 'Indexed':
    case 'Separation':
      return 1;
    case 'DeviceRGB':
    case 'CalRGB':
    case 'Lab':
      return 3;
    case 'DeviceCMYK':
      return 4;
    case 'ICCBased':
    case 'DeviceN':
      return space.components;
    case 'Pattern':
    case 'unknown':
      return null;
  }
}

const UNKNOWN: ColorSpace = { kind: 'unknown' };

/** Abbreviations are for inline images (ISO 32000-2, table 91); readers accept them in XObjects too. */
const NAMED: ReadonlyMap<string, ColorSpace> = new Map([
  ['DeviceGray', { kind: 'DeviceGray' }],
  ['G', { kind: 'DeviceGray' }],
  ['DeviceRGB', { kind: 'DeviceRGB' }],
  ['RGB', { kind: 'DeviceRGB' }],
  ['DeviceCMYK', { kind: 'DeviceCMYK' }],
  ['CMYK', { kind: 'DeviceCMYK' }],
  ['Pattern', { kind: 'Pattern' }],
]);

/** Reads a color space object; `unknown` for anything that violates the standard. */
export function readColorSpace(object: PDFObject | undefined): ColorSpace {
  return readNested(object, 0);
}

/** Indexed over a base is the deepest nesting in an image; the limit is against loops. */
const MAX_DEPTH = 4;

function readNested(object: PDFObject | undefined, depth: number): ColorSpace {
  if (depth > MAX_DEPTH) return UNKNOWN;
  if (object instanceof PDFName) return NAMED.get(object.decodeText()) ?? UNKNOWN;
  if (!(object instanceof PDFArray) || object.size() === 0) return UNKNOWN;
  const family = object.lookup(0);
  if (!(family instanceof PDFName)) return UNKNOWN;
  switch (family.decodeText()) {
    case 'CalGray':
      return { kind: 'CalGray' };
    case 'CalRGB':
      return { kind: 'CalRGB' };
    case 'Lab':
      return { kind: 'Lab', range: labRange(object.lookup(1)) };
    case 'ICCBased':
      return readIccBased(object.lookup(1));
    case 'Indexed':
    case 'I':
      return readIndexed(object, depth);
    case 'Separation':
      return { kind: 'Separation' };
    case 'DeviceN': {
      const names = object.lookup(1);
      return names instanceof PDFArray ? { kind: 'DeviceN', components: names.size() } : UNKNOWN;
    }
    default:
      return object.size() === 1 ? (NAMED.get(family.decodeText()) ?? UNKNOWN) : UNKNOWN;
  }
}

function labRange(params: PDFObject | undefined): readonly number[] {
  const range = params instanceof PDFDict ? params.lookup(key('Range')) : undefined;
  if (!(range instanceof PDFArray) || range.size() !== 4) return [-100, 100, -100, 100];
  return Array.from({ length: 4 }, (_, index) => numberOf(range.lookup(index)) ?? 0);
}

/** Header bytes 16-19 of a profile (ICC.1, 7.2.6). */
const PROFILE_DATA: ReadonlyMap<string, ProfileData> = new Map([
  ['GRAY', 'gray'],
  ['RGB ', 'rgb'],
  ['CMYK', 'cmyk'],
]);

const BY_COMPONENTS: Readonly<Record<1 | 3 | 4, ProfileData>> = { 1: 'gray', 3: 'rgb', 4: 'cmyk' };

/** The largest profiles are output profiles of printers, with some megabytes. */
const MAX_PROFILE_BYTES = 32 * 1024 * 1024;

/** Cache: one profile often serves every image of a document. */
const iccBased = new WeakMap<PDFRawStream, ColorSpace>();

function readIccBased(profile: PDFObject | undefined): ColorSpace {
  if (!(profile instanceof PDFRawStream)) return UNKNOWN;
  const space = iccBased.get(profile) ?? readProfile(profile);
  iccBased.set(profile, space);
  return space;
}

function readProfile(profile: PDFRawStream): ColorSpace {
  const components = numberOf(profile.dict.lookup(key('N')));
  if (components !== 1 && components !== 3 && components !== 4) return UNKNOWN;
  const decoded = decodeStream(profile, MAX_PROFILE_BYTES);
  if (decoded.kind !== 'bytes' || decoded.bytes.length < 20) {
    // Readers then use the alternate space, by the number of components (ISO 32000-2, 8.6.5.5).
    return { kind: 'ICCBased', components, data: BY_COMPONENTS[components] };
  }
  const signature = String.fromCharCode(...decoded.bytes.subarray(16, 20));
  return { kind: 'ICCBased', components, data: PROFILE_DATA.get(signature) ?? 'other' };
}

function readIndexed(array: PDFArray, depth: number): ColorSpace {
  const base = readNested(array.lookup(1), depth + 1);
  const hival = numberOf(array.lookup(2));
  const given = tableBytes(array.lookup(3));
  const components = componentCount(base);
  const isAllowed = base.kind !== 'Indexed' && base.kind !== 'Pattern';
  if (!isAllowed || components === null || given === null) return UNKNOWN;
  if (hival === null || !Number.isInteger(hival) || hival < 0 || hival > 255) return UNKNOWN;
  const table = new Uint8Array((hival + 1) * components);
  table.set(given.subarray(0, table.length));
  const whole = Math.min(hival + 1, Math.floor(given.length / components));
  return { kind: 'Indexed', base, hival, table, given: whole };
}

function tableBytes(lookup: PDFObject | undefined): Uint8Array | null {
  if (lookup instanceof PDFString || lookup instanceof PDFHexString) return lookup.asBytes();
  if (!(lookup instanceof PDFRawStream)) return null;
  const decoded = decodeStream(lookup, MAX_PROFILE_BYTES);
  return decoded.kind === 'bytes' ? decoded.bytes : null;
}

function numberOf(object: PDFObject | undefined): number | null {
  return object instanceof PDFNumber ? object.asNumber() : null;
}
