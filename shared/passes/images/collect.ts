import type { Changes } from '../../pdf/check/changes.ts';
import type { ContentAnalysis } from '../../pdf/content/analysis.ts';
import { type ImagePlacement, imagePlacements } from '../../pdf/content/placement.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { type ImageXObject, isImageStream, readImageXObject } from '../../pdf/image/image-xobject.ts';
import { multiRoleStreams } from '../../pdf/multi-role-streams.ts';
import { nonTreeObjects } from '../../pdf/non-tree-objects.ts';
import {
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '../../pdf/objects.ts';
import type { MrcRefusal } from '../../report.ts';
import { mattedImages } from './matted.ts';
import type { PageScan, PageScans } from './mrc/page-scan.ts';
import { type PageBound, pageBound } from './page-bound.ts';

/** Context of an image in the document. */
export interface Surroundings {
  readonly imageAt: (ref: PDFRef) => ImageXObject | null;
  /** Some image has it as `/SMask`. */
  readonly isSoftMask: (image: ImageXObject) => boolean;
  /** Some image has it as `/Mask`. */
  readonly isStencilMask: (image: ImageXObject) => boolean;
  /** It is the soft mask of more than one image, or has another use as well. */
  readonly isShared: (mask: ImageXObject) => boolean;
  /** Object numbers of the images with this soft mask, and of images merged into them. */
  readonly maskedBy: (mask: ImageXObject) => readonly number[];
  /** Object numbers of the image itself and of all images merged into it. */
  readonly mergedObjectNumbers: (image: ImageXObject) => readonly number[];
  /** The image is, or has, a soft mask with `/Matte`: both must keep the same size. */
  readonly isMatted: (image: ImageXObject) => boolean;
  /** Largest drawn size; null if uncertain. */
  readonly placementOf: (image: ImageXObject) => ImagePlacement | null;
  /** Upper bound by the page if the drawn size is uncertain; else null. */
  readonly boundOf: PageBound;
  /** For an image that covers a page, if text may be separated at all; else null. */
  readonly scanOf: (image: ImageXObject) => PageScan | null;
  /** Why pages without such an image have none, where known. */
  readonly inTheWay: readonly MrcRefusal[];
  /** True if DeviceGray looks the same as DeviceRGB with equal components everywhere in this document. */
  readonly grayIsRgb: boolean;
  /** Some content may use transfer functions (ISO 32000-2, 10.5). */
  readonly hasTransfer: boolean;
  /** True if there are one-bit pages that may share symbols. */
  readonly hasBitPages: boolean;
}

/** Returns every image XObject with a readable size, in ascending object number, and their context. */
export function collectImages(
  doc: PdfDocument,
  changes: Pick<Changes, 'mergedObjectNumbers'>,
  survey: ContentAnalysis,
  { scans, inTheWay }: PageScans = { scans: new Map(), inTheWay: [] },
): {
  readonly images: readonly ImageXObject[];
  /** Number of image XObjects without a size. */
  readonly unreadable: number;
  /** Images with a second role, which are not changed. */
  readonly shared: readonly ImageXObject[];
  readonly surroundings: Surroundings;
} {
  const images = new Map<PDFRef, ImageXObject>();
  let unreadable = 0;
  for (const [ref, object] of nonTreeObjects(doc)) {
    if (!isImageStream(object)) continue;
    const image = readImageXObject(ref, object);
    if (image === null) unreadable += 1;
    else images.set(ref, image);
  }
  const softMasks = new Map<PDFRef, PDFRef[]>();
  const stencils = new Set<PDFRef>();
  for (const image of images.values()) {
    if (image.mask.kind === 'stencil') stencils.add(image.mask.ref);
    if (image.softMask === null) continue;
    const users = softMasks.get(image.softMask);
    if (users === undefined) softMasks.set(image.softMask, [image.ref]);
    else users.push(image.ref);
  }
  const shared = multiRoleStreams(doc);
  const matted = mattedImages(images, softMasks, doc.limits.streamBytes);
  const placements = imagePlacements(doc, survey);
  return {
    images: [...images.values()].filter(({ ref }) => !shared.has(ref)),
    shared: [...images.values()].filter(({ ref }) => shared.has(ref)),
    unreadable,
    surroundings: {
      imageAt: (ref) => images.get(ref) ?? null,
      isSoftMask: ({ ref }) => softMasks.has(ref),
      isShared: ({ ref }) => (softMasks.get(ref)?.length ?? 0) > 1 || shared.has(ref),
      maskedBy: ({ ref }) => (softMasks.get(ref) ?? []).flatMap((user) => changes.mergedObjectNumbers(user)),
      mergedObjectNumbers: ({ ref }) => changes.mergedObjectNumbers(ref),
      isStencilMask: ({ ref }) => stencils.has(ref),
      isMatted: ({ ref }) => matted.has(ref),
      placementOf: ({ ref }) => placements.get(ref.tag) ?? null,
      boundOf: pageBound(doc, survey),
      scanOf: ({ ref }) => scans.get(ref.tag) ?? null,
      inTheWay,
      grayIsRgb: !hasOwnGray(doc),
      hasTransfer: hasTransfer(survey),
      hasBitPages: [...images.values()].filter(isBilevelPage).length > 1,
    },
  };
}

/** In smaller images headers dominate, and few symbols are shared. */
const MIN_PAGE_PIXELS = 40_000;

/** True for a one-bit image or stencil with room for some lines of text. */
export function isBilevelPage({ bits, width, height }: ImageXObject): boolean {
  return bits === 1 && width * height >= MIN_PAGE_PIXELS;
}

/** The names Identity and Default mean no transfer function of its own. */
function hasTransfer({ tables }: ContentAnalysis): boolean {
  const states = tables.flatMap((table) => {
    const dict = table.category('ExtGState')?.dict;
    return dict === undefined
      ? []
      : [...dictEntries(dict).values()].map((state) => dict.context.lookup(state));
  });
  return states.some(
    (state) =>
      state instanceof PDFDict &&
      ['TR', 'TR2'].some((name) => state.has(key(name)) && !(state.lookup(key(name)) instanceof PDFName)),
  );
}

/**
 * True if the document redefines the device spaces so that gray and RGB may differ: default color spaces (ISO
 * 32000-2, 8.6.5.6), groups that blend in another space than RGB or gray, CMYK output intents.
 */
function hasOwnGray(doc: PdfDocument): boolean {
  return nonTreeObjects(doc).some(([, object]) => speaksOfDeviceSpaces(object, 0));
}

const MAX_DEPTH = 12;
const SIMPLE_GROUP_SPACES: ReadonlySet<PDFObject> = new Set([key('DeviceRGB'), key('DeviceGray')]);

function speaksOfDeviceSpaces(object: PDFObject, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (object instanceof PDFArray) {
    return object.asArray().some((item) => speaksOfDeviceSpaces(item, depth + 1));
  }
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return false;
  if (dict.has(key('DefaultRGB')) || dict.has(key('DefaultGray'))) return true;
  if (dict.lookup(key('S')) === key('Transparency') && !isSimpleGroup(dict)) return true;
  if (dict.has(key('DestOutputProfile')) && !isThreeComponents(dict.lookup(key('DestOutputProfile'))))
    return true;
  for (const value of dictEntries(dict).values()) {
    if (speaksOfDeviceSpaces(value, depth + 1)) return true;
  }
  return false;
}

function isSimpleGroup(group: PDFDict): boolean {
  const space = group.lookup(key('CS'));
  if (space === undefined || SIMPLE_GROUP_SPACES.has(space)) return true;
  if (!(space instanceof PDFArray)) return false;
  const family = space.lookup(0);
  if (family instanceof PDFName && family.decodeText().startsWith('Cal')) return true;
  return family === key('ICCBased') && isThreeComponents(space.lookup(1));
}

function isThreeComponents(profile: PDFObject | undefined): boolean {
  if (!(profile instanceof PDFRawStream)) return false;
  const components = profile.dict.lookup(key('N'));
  return components instanceof PDFNumber && components.asNumber() === 3;
}
