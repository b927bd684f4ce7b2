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

/** The space that an image's colours have become. */
export interface GrayForm {
  readonly space: PDFObject;
  /** Of an image that still has a palette: one byte for each entry. */
  readonly palette: Uint8Array | null;
}

/**
 * Puts the new form of an image in the old one's place, and says which keys changed.
 *
 * @param gray where the image was converted, or only its palette
 * @param globals the stream of what it shares with other JBIG2 images
 */
export function applyImage(
  doc: PdfDocument,
  changes: Changes,
  image: ImageXObject,
  encoded: EncodedImage,
  gray: GrayForm | null = null,
  globals: PDFRef | null = null,
): void {
  const { dict, changed } = encodedDict(doc, image, encoded, gray, globals);
  doc.context.assign(image.ref, PDFRawStream.of(dict, encoded.data.bytes));
  changes.stream(image.ref, changed);
}

/** Opacity that lay in an image's own data becomes its soft mask. */
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

/** The dictionary of an image's new form, and the keys that are other than they were. */
export function encodedDict(
  doc: PdfDocument,
  image: ImageXObject,
  encoded: EncodedImage,
  gray: GrayForm | null = null,
  globals: PDFRef | null = null,
): { readonly dict: PDFDict; readonly changed: readonly string[] } {
  // A copy: the image as it was read may still be wanted, such as a soft mask by the image that it belongs to.
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
  // A stencil has one bit and need not say so.
  if (image.color.kind === 'samples') set('BitsPerComponent', PDFNumber.of(encoded.bits));
  const space =
    gray === null ? colorSpace(doc, image, encoded.space) : grayColorSpace(doc, encoded.space, gray);
  if (space !== null) set('ColorSpace', space);
  if (gray !== null) set('CS', undefined);
  const isDecoded = gray !== null && gray.palette === null;
  const isOtherDefault = space !== null || encoded.bits !== image.bits;
  // What was the default for the old components or bits is another mapping for the new ones; and what it said of
  // colours that became gray is in the samples now.
  if (isDecoded || (image.decode.kind === 'default' && isOtherDefault)) {
    set('Decode', undefined);
    set('D', undefined);
  }
  // Only JPX data has a mask inside.
  set('SMaskInData', undefined);
  for (const name of ABBREVIATED) set(name, undefined);
  return { dict, changed };
}

/** Gives an Indexed image a gray palette; its indexes, however they are packed, stay. */
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

/** The image loses a soft mask that hides nothing. */
export function dropSoftMask(doc: PdfDocument, changes: Changes, image: PDFRef): void {
  const stream = doc.context.lookup(image);
  if (!(stream instanceof PDFRawStream)) throw new Error(`${image.tag} is no image`);
  const dict = stream.dict.clone();
  dict.delete(key('SMask'));
  doc.context.assign(image, PDFRawStream.of(dict, stream.contents));
  changes.entry(image, ['SMask']);
}

/** The soft mask no longer says that its image is pre-blended. */
export function dropMatte(doc: PdfDocument, changes: Changes, mask: PDFRef): void {
  const stream = doc.context.lookup(mask);
  if (!(stream instanceof PDFRawStream)) throw new Error(`${mask.tag} is no soft mask`);
  const dict = stream.dict.clone();
  dict.delete(key('Matte'));
  doc.context.assign(mask, PDFRawStream.of(dict, stream.contents));
  changes.stream(mask, ['Matte']);
}

const FILTERS = { dct: 'DCTDecode', flate: 'FlateDecode', jbig2: 'JBIG2Decode' } as const;

/** Inline images' names, which some writers use in XObjects: beside the full names they would contradict them. */
const ABBREVIATED = ['W', 'H', 'BPC'] as const;

/** An object of its own, so that images can share it. */
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
    // The same coefficients need the same colour transform; a new file says it by itself.
    if (data.coding === 'untransformed') return doc.context.obj({ ColorTransform: 0 });
    return data.coding === 'same' ? (filterSteps(image.stream.dict)?.at(-1)?.params ?? undefined) : undefined;
  }
  if (data.kind === 'jbig2') return globals === null ? undefined : doc.context.obj({ JBIG2Globals: globals });
  if (data.predictorColors === null) return undefined;
  return doc.context.obj({
    Predictor: 15,
    Colors: data.predictorColors,
    BitsPerComponent: bits,
    Columns: width,
  });
}

/** Null where it stays. */
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
  // An object of its own goes into an object stream and is deflated there; a stream's dictionary never is.
  return doc.context.register(indexed);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
