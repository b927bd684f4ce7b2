import type { Jbig2Coding } from '../../codecs/jbig2/coding.ts';
import { jbig2Coding } from '../../codecs/jbig2/read-segments.ts';
import type { EncodedImage } from '../../image-jobs/encoded-image.ts';
import { layerBytes, type PageLayers, sharpestOf } from '../../image-jobs/mrc/layers.ts';
import { effectiveDpi } from '../../image-jobs/resolution.ts';
import type { ImageJobResult } from '../../image-jobs/types.ts';
import type { CompressOptions } from '../../options.ts';
import type { ImagePlacement } from '../../pdf/content/placement.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { colorSpaceName, type ImageXObject } from '../../pdf/image/image-xobject.ts';
import { shownSize } from '../../pdf/inventory/page-sizes.ts';
import { PDFDict } from '../../pdf/objects.ts';
import { pageRefs } from '../../pdf/page-tree.ts';
import type { ImageOutcome, ImageReport } from '../../report.ts';
import type { PassContext } from '../pass.ts';
import type { Surroundings } from './collect.ts';
import { readSource } from './source.ts';

/** An image with its result. */
export interface FinishedImage {
  readonly image: ImageXObject;
  readonly result: ImageJobResult;
  /** Its samples or palette are gray now. */
  readonly becameGray: boolean;
}

/** Returns the image's entry in the report. */
export function imageReport(
  { image, result, becameGray }: FinishedImage,
  around: Surroundings,
  ctx: Pick<PassContext, 'limits' | 'changes'>,
): ImageReport {
  const joined = ctx.changes.stripsOf(image.ref);
  const whole = ctx.changes.wholeOf(image.ref);
  return {
    object: image.ref.objectNumber,
    width: whole?.width ?? image.width,
    height: whole?.height ?? image.height,
    bitsPerComponent: image.bits,
    colorSpace: colorSpaceName(image),
    codec: joined?.codec ?? image.codec,
    size: joined?.storedBytes ?? whole?.storedBytes ?? image.stream.contents.length,
    softMask: around.isSoftMask(image),
    ...dpiOf(image, around.placementOf(image), result),
    outcome: outcomeOf(result),
    ...jbig2Of(image, result, ctx),
    ...pageFormOf(result),
    ...(joined === null ? {} : { strips: joined.strips }),
    ...(whole === null ? {} : { cropped: { width: image.width, height: image.height } }),
    ...edgesOf(result),
    ...(becameGray ? { grayscaled: becameGray } : {}),
    ...(result.stillColor === undefined ? {} : { grayscaleSkipped: result.stillColor }),
  };
}

/** Returns the new form of a scanned page. */
function pageFormOf(result: ImageJobResult): Pick<ImageReport, 'textColors' | 'inkPictures'> {
  if (result.inkPictures !== undefined) return { inkPictures: result.inkPictures };
  return result.kind === 'layers' ? { textColors: result.layers.inks.length } : {};
}

function outcomeOf(result: ImageJobResult): ImageOutcome {
  if (result.kind === 'kept') return { kind: 'kept', reason: result.reason };
  if (result.kind === 'layers') return separatedOutcome(result.layers);
  const { image, opacity, allPixels } = result;
  return {
    kind: 'replaced',
    codec: image.data.kind,
    width: image.width,
    height: image.height,
    size: image.data.bytes.length + (opacity?.data.bytes.length ?? 0),
    ...(allPixels === undefined ? {} : { allPixels }),
  };
}

/** Pixels that moved on the edges of letters, or why none did. */
function edgesOf(result: ImageJobResult): Pick<ImageReport, 'moved' | 'stayedExact'> {
  if (result.kind === 'layers') return {};
  return {
    ...(result.kind === 'kept' || result.moved === undefined ? {} : { moved: result.moved }),
    ...(result.stayedExact === undefined ? {} : { stayedExact: result.stayedExact }),
  };
}

/** Reports the size of the sharpest layer, and the bytes of all layers. */
function separatedOutcome(layers: PageLayers): ImageOutcome {
  const { width, height } = sharpestOf(layers);
  return { kind: 'replaced', codec: layers.paper.data.kind, width, height, size: layerBytes(layers) };
}

function dpiOf(
  image: ImageXObject,
  placement: ImagePlacement | null,
  result: ImageJobResult,
): Pick<ImageReport, 'dpi'> {
  const before = effectiveDpi(image, placement);
  const after = effectiveDpi(shownForm(image, result), placement);
  if (before === null || after === null) return {};
  return { dpi: { before: Math.round(before), after: Math.round(after) } };
}

/** Returns what determines the resolution of the image as it is now. */
function shownForm(image: ImageXObject, result: ImageJobResult): ImageXObject | EncodedImage {
  if (result.kind === 'layers') return sharpestOf(result.layers);
  return result.kind === 'replaced' ? result.image : image;
}

function jbig2Of(
  image: ImageXObject,
  result: ImageJobResult,
  ctx: Pick<PassContext, 'limits'>,
): Pick<ImageReport, 'jbig2'> {
  const before = image.codec === 'jbig2' ? storedCoding(image, ctx) : null;
  const after = result.kind === 'kept' ? before : result.kind === 'layers' ? null : newCoding(result.image);
  if (before === null && after === null) return {};
  return { jbig2: { ...(before === null ? {} : { before }), ...(after === null ? {} : { after }) } };
}

function storedCoding(image: ImageXObject, ctx: Pick<PassContext, 'limits'>): Jbig2Coding {
  const read = readSource(image, ctx);
  const isRead = read.kind === 'source' && read.source.kind === 'jbig2';
  return isRead ? jbig2Coding(read.source.data, read.source.globals) : 'symbols';
}

function newCoding({ data }: EncodedImage): Jbig2Coding | null {
  return data.kind === 'jbig2' ? jbig2Coding(data.bytes, data.globals ?? null) : null;
}

/** Below, print of usual size is hard to read, and stripes and fine lines blur. */
const READABLE_DPI = 120;
/** A `minDpi` set by the user may allow less; but below this, text is hard to read. */
const MIN_READABLE_DPI = 110;
/** Minimum share of the page: a scan may leave margins; an image inside text covers less. */
const PAGE_SHARE = 0.6;

/** Returns whether a page-sized image of fine detail has become too coarse to read. */
export function isLowResolutionScan(
  doc: PdfDocument,
  placement: ImagePlacement | null,
  result: ImageJobResult,
  { minDpi }: Pick<CompressOptions, 'minDpi'>,
): boolean {
  if (result.kind !== 'replaced' || result.lostDetail !== true || placement === null) return false;
  const dpi = effectiveDpi(result.image, placement);
  const page = pageRefs(doc.trailer)[placement.pages[0] ?? 0];
  const dict = page === undefined ? undefined : doc.context.lookup(page);
  const bar = minDpi === 0 ? READABLE_DPI : Math.min(READABLE_DPI, Math.max(MIN_READABLE_DPI, minDpi));
  if (dpi === null || dpi >= bar || !(dict instanceof PDFDict)) return false;
  const { widthPt, heightPt } = shownSize(dict);
  return placement.widthPt * placement.heightPt >= widthPt * heightPt * PAGE_SHARE;
}
