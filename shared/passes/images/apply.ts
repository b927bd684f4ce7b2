import type { EncodedImage, EncodedSpace } from '../../image-jobs/encoded-image.ts';
import type { Changes } from '../../pdf/check/changes.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { filterSteps } from '../../pdf/filter/filters.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import {
  key,
  PDFArray,
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '../../pdf/objects.ts';

/** New color space of an image that became gray. */
export interface GrayForm {
  readonly space: PDFObject;
  /** One byte per palette entry, for an image that keeps its palette. */
  readonly palette: Uint8Array | null;
}

interface OtherParts {
  /** If the image, or only its palette, was converted. */
  readonly gray: GrayForm | null;
  /** The stream shared with other JBIG2 images. */
  readonly globals: PDFRef | null;
}

/** Replaces the image and declares the changed keys. */
export function applyImage(
  doc: PdfDocument,
  changes: Changes,
  image: ImageXObject,
  encoded: EncodedImage,
  parts?: OtherParts,
): void {
  const { dict, changed } = encodedDict(doc, image, encoded, parts);
  doc.context.assign(image.ref, PDFRawStream.of(dict, encoded.data.bytes));
  changes.stream(image.ref, changed);
}

/** Turns opacity inside an image's own data into its soft mask. */
export function applyOpacity(
  doc: PdfDocument,
  changes: Changes,
  image: ImageXObject,
  opacity: EncodedImage,
): void {
  const stream = doc.context.lookup(image.ref);
  if (!(stream instanceof PDFRawStream)) throw new Error(`${image.ref.tag} is no image`);
  const mask = doc.context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: opacity.width,
    Height: opacity.height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: opacity.bits,
    Filter: FILTERS[opacity.data.kind],
  });
  const params = decodeParms(doc, image, opacity, null);
  if (params !== undefined) mask.set(key('DecodeParms'), params);
  const dict = stream.dict.clone();
  dict.set(key('SMask'), doc.context.register(PDFRawStream.of(mask, opacity.data.bytes)));
  doc.context.assign(image.ref, PDFRawStream.of(dict, stream.contents));
  changes.entry(image.ref, ['SMask']);
}

/** Returns the dictionary of an image's new form, and the changed keys. */
export function encodedDict(
  doc: PdfDocument,
  image: ImageXObject,
  encoded: EncodedImage,
  { gray, globals }: OtherParts = { gray: null, globals: null },
): { readonly dict: PDFDict; readonly changed: readonly string[] } {
  // A copy: the original image may still be needed, e.g. a soft mask by its image.
  const dict = image.stream.dict.clone();
  const changed: string[] = [];
  const set = (name: string, value: PDFObject | undefined) => {
    const old = dict.get(key(name));
    if (String(old) === String(value)) return;
    changed.push(name);
    if (value === undefined) dict.delete(key(name));
    else dict.set(key(name), value);
  };

  set('DecodeParms', decodeParms(doc, image, encoded, globals));
  set('DP', undefined);
  set('Filter', PDFName.of(FILTERS[encoded.data.kind]));
  set('Width', PDFNumber.of(encoded.width));
  set('Height', PDFNumber.of(encoded.height));
  // A stencil has one bit and need not state it.
  if (image.color.kind === 'samples') set('BitsPerComponent', PDFNumber.of(encoded.bits));
  const space =
    gray === null ? colorSpace(doc, image, encoded.space) : grayColorSpace(doc, encoded.space, gray);
  if (space !== null) set('ColorSpace', space);
  if (gray !== null) set('CS', undefined);
  const isDecoded = gray !== null && gray.palette === null;
  const isOtherDefault = space !== null || encoded.bits !== image.bits;
  // The default for the old components or bits is another mapping for the new ones; for converted colors, the
  // samples already include the mapping.
  if (isDecoded || (image.decode.kind === 'default' && isOtherDefault)) {
    set('Decode', undefined);
    set('D', undefined);
  }
  // Only JPX data contains a mask.
  set('SMaskInData', undefined);
  for (const name of ABBREVIATED) set(name, undefined);
  return { dict, changed };
}

/** Gives an Indexed image a gray palette; its encoded indexes stay. */
export function applyPalette(
  doc: PdfDocument,
  changes: Changes,
  { ref, stream }: ImageXObject,
  gray: GrayForm,
): void {
  const dict = stream.dict.clone();
  dict.set(key('ColorSpace'), grayColorSpace(doc, { kind: 'same' }, gray));
  dict.delete(key('CS'));
  doc.context.assign(ref, PDFRawStream.of(dict, stream.contents));
  changes.stream(ref, ['ColorSpace', 'CS']);
}

/** Removes a fully opaque soft mask. */
export function dropSoftMask(doc: PdfDocument, changes: Changes, image: PDFRef): void {
  const stream = doc.context.lookup(image);
  if (!(stream instanceof PDFRawStream)) throw new Error(`${image.tag} is no image`);
  const dict = stream.dict.clone();
  dict.delete(key('SMask'));
  doc.context.assign(image, PDFRawStream.of(dict, stream.contents));
  changes.entry(image, ['SMask']);
}

/** Removes the statement that the mask's image is pre-blended. */
export function dropMatte(doc: PdfDocument, changes: Changes, mask: PDFRef): void {
  const stream = doc.context.lookup(mask);
  if (!(stream instanceof PDFRawStream)) throw new Error(`${mask.tag} is no soft mask`);
  const dict = stream.dict.clone();
  dict.delete(key('Matte'));
  doc.context.assign(mask, PDFRawStream.of(dict, stream.contents));
  changes.stream(mask, ['Matte']);
}

const FILTERS = { dct: 'DCTDecode', flate: 'FlateDecode', jbig2: 'JBIG2Decode', jpx: 'JPXDecode' } as const;

/** Inline image abbreviations, which some writers use in XObjects: next to the full names they would contradict. */
const ABBREVIATED = ['W', 'H', 'BPC'] as const;

/** An indirect object, so that images can share it. */
export function registerGlobals(doc: PdfDocument, globals: Uint8Array): PDFRef {
  return doc.context.register(PDFRawStream.of(doc.context.obj({}), globals));
}

function decodeParms(
  doc: PdfDocument,
  image: ImageXObject,
  { width, bits, data }: EncodedImage,
  globals: PDFRef | null,
) {
  if (data.kind === 'dct') {
    // Unchanged coefficients need the same color transform; a new file states its own.
    if (data.coding === 'untransformed') return doc.context.obj({ ColorTransform: 0 });
    return data.coding === 'same' ? (filterSteps(image.stream.dict)?.at(-1)?.params ?? undefined) : undefined;
  }
  if (data.kind === 'jbig2') return globals === null ? undefined : doc.context.obj({ JBIG2Globals: globals });
  if (data.kind === 'jpx' || data.predictorColors === null) return undefined;
  return doc.context.obj({
    Predictor: 15,
    Colors: data.predictorColors,
    BitsPerComponent: bits,
    Columns: width,
  });
}

/** Null if it stays. */
function colorSpace(doc: PdfDocument, image: ImageXObject, space: EncodedSpace): PDFObject | null {
  if (space.kind === 'same') return null;
  if (space.kind === 'DeviceGray' || space.kind === 'DeviceRGB') return PDFName.of(space.kind);
  const { dict } = image.stream;
  const old = dict.get(key('ColorSpace')) ?? dict.get(key('CS'));
  if (old === undefined) throw new Error('an image without a colour space was given another one');
  const resolved = doc.context.lookup(old);
  const wasIndexed = image.color.kind === 'samples' && image.color.space.kind === 'Indexed';
  const base = wasIndexed && resolved instanceof PDFArray ? resolved.get(1) : old;
  return space.kind === 'base' ? base : indexedSpace(doc, base, space.table, space.entryBytes);
}

function grayColorSpace(
  doc: PdfDocument,
  space: EncodedSpace,
  { space: base, palette }: GrayForm,
): PDFObject {
  if (space.kind === 'Indexed') return indexedSpace(doc, base, space.table, 1);
  return space.kind === 'same' && palette !== null ? indexedSpace(doc, base, palette, 1) : base;
}

function indexedSpace(doc: PdfDocument, base: PDFObject, table: Uint8Array, entryBytes: number): PDFObject {
  const indexed = PDFArray.withContext(doc.context);
  indexed.push(PDFName.of('Indexed'));
  indexed.push(base);
  indexed.push(PDFNumber.of(table.length / entryBytes - 1));
  indexed.push(PDFHexString.of(hex(table)));
  // An indirect object is deflated in an object stream; a stream's dictionary never is.
  return doc.context.register(indexed);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
