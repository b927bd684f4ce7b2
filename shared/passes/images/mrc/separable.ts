import type { ContentAnalysis } from '../../../pdf/content/analysis.ts';
import { fullPageImage } from '../../../pdf/content/full-page-image.ts';
import type { Matrix } from '../../../pdf/content/matrix.ts';
import { timesShown } from '../../../pdf/content/times-drawn.ts';
import type { PdfDocument } from '../../../pdf/document.ts';
import { type ImageXObject, readImageXObject } from '../../../pdf/image/image-xobject.ts';
import { pageView } from '../../../pdf/inventory/page-sizes.ts';
import { dictEntries, nameText, PDFDict, PDFRawStream } from '../../../pdf/objects.ts';
import { pageRefs } from '../../../pdf/page-tree.ts';
import type { MrcRefusal } from '../../../report.ts';
import type { WorkContext } from '../../work-context.ts';
import type { Surroundings } from '../collect.ts';
import { overrideOf } from '../overrides.ts';
import { MIN_SEPARABLE_DPI } from '../sharpness-axis.ts';
import type { PageScan, PageScans } from './page-scan.ts';

/** Minimum share of the page's area: scans may leave margins. */
const MIN_COVERED = 0.8;
/** The two axes of scanners differ by a few pixels. */
const MAX_ANISOTROPY = 1.05;
const POINTS_PER_INCH = 72;
/** Relative to the image's size: less is rounding, more is a tilt, which readers draw with jagged edges. */
const TILT = 1e-4;

/** Entries whose place is known when the image becomes layers. */
const KNOWN_ENTRIES: ReadonlySet<string> = new Set(
  (
    'Type Subtype Name Width Height W H BPC CS D I ColorSpace BitsPerComponent Filter DecodeParms DP DL ' +
    'Length Intent Interpolate Decode OC StructParent StructParents Metadata SMask SMaskInData LastModified ID'
  ).split(' '),
);

/**
 * Returns every image that pages show, by the tag of its reference, and whether its text may be separated; and for
 * each other page what is in the way.
 */
export function pageScans(doc: PdfDocument, survey: ContentAnalysis): PageScans {
  const scans = new Map<string, PageScan>();
  const inTheWay: MrcRefusal[] = [];
  if (!survey.isSound) return { scans, inTheWay };
  const drawn = timesShown(survey);
  for (const [page, ref] of pageRefs(doc.trailer).entries()) {
    const picture = fullPageImage(doc, ref);
    const dict = doc.context.lookup(ref);
    if (!(dict instanceof PDFDict)) continue;
    if (picture.kind === 'other') {
      if (picture.obstacle !== 'none') inTheWay.push(picture.obstacle);
      continue;
    }
    const stream = doc.context.lookup(picture.image);
    const isShared = drawn.get(picture.image.tag) !== 1 || stream === undefined || survey.exposed.has(stream);
    const image = stream instanceof PDFRawStream ? readImageXObject(picture.image, stream) : null;
    if (image === null) continue;
    scans.set(
      picture.image.tag,
      isShared ? refused('shared-picture') : placed(picture.matrix, image, dict, page),
    );
  }
  return { scans, inTheWay };
}

export function hasScans({ scans }: PageScans): boolean {
  return [...scans.values()].some(({ kind }) => kind === 'scan');
}

function refused(reason: MrcRefusal): PageScan {
  return { kind: 'refused', reason };
}

function placed([a, b, c, d, e, f]: Matrix, image: ImageXObject, dict: PDFDict, page: number): PageScan {
  const isUpright = Math.abs(b) <= Math.abs(a) * TILT && Math.abs(c) <= Math.abs(d) * TILT;
  const isTurned = Math.abs(a) <= Math.abs(b) * TILT && Math.abs(d) <= Math.abs(c) * TILT;
  if (!isUpright && !isTurned) return refused('tilted');
  const { shown, unit } = pageView(dict);
  const [left, bottom] = [e + Math.min(0, a) + Math.min(0, c), f + Math.min(0, b) + Math.min(0, d)];
  const [width, height] = [Math.abs(a) + Math.abs(c), Math.abs(b) + Math.abs(d)];
  const across = Math.min(shown.right, left + width) - Math.max(shown.left, left);
  const down = Math.min(shown.top, bottom + height) - Math.max(shown.bottom, bottom);
  const area = (shown.right - shown.left) * (shown.top - shown.bottom);
  if (across <= 0 || down <= 0 || across * down < area * MIN_COVERED) return refused('not-a-scan');
  const [widthPt, heightPt] = isUpright ? [width * unit, height * unit] : [height * unit, width * unit];
  const dpiAcross = (image.width / widthPt) * POINTS_PER_INCH;
  const dpiDown = (image.height / heightPt) * POINTS_PER_INCH;
  const dpi = Math.min(dpiAcross, dpiDown);
  if (dpi < MIN_SEPARABLE_DPI) return refused('low-resolution');
  if (Math.max(dpiAcross, dpiDown) > dpi * MAX_ANISOTROPY) return refused('unsuitable-size');
  return { kind: 'scan', page, dpi };
}

/** Returns the scan of an image's page if its text may be separated, or the reason why not; null for other images. */
export function separableScan(
  image: ImageXObject,
  around: Surroundings,
  ctx: Pick<WorkContext, 'options' | 'imageOverrides'> & { readonly isSearched: boolean },
): PageScan | null {
  const scan = around.scanOf(image);
  if (scan === null || scan.kind === 'refused') return scan;
  const { options } = ctx;
  if (!options.convertToJpeg || options.quality >= 100) return refused('lossless');
  if (ctx.isSearched) return refused('target-size-set');
  if (overrideOf(image, around, ctx) !== undefined) return refused('kept-by-user');
  return isPlain(image) && !around.isSoftMask(image) && !around.isStencilMask(image)
    ? scan
    : refused('unsuitable-image');
}

/** True if it shows its samples, apart from a soft mask that is processed too, and has no unknown entries. */
function isPlain({ mask, decode, isExternal, stream }: ImageXObject): boolean {
  const isWhole = mask.kind === 'none' && decode.kind === 'default' && !isExternal;
  return isWhole && [...dictEntries(stream.dict).keys()].every((name) => KNOWN_ENTRIES.has(nameText(name)));
}
