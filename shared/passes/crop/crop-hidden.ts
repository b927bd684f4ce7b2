/**
 * Removes invisible parts of images and drawings on request: plots draw far beyond their axes, and word
 * processors keep the cropped parts of images, which anyone with the file can restore.
 *
 * Hidden is what lies outside the page's crop box or a clipping rectangle (ISO 32000-2, 8.5.4). The remaining
 * pixels are unchanged, with a small margin for readers that interpolate: JPEGs are cut at block boundaries,
 * coefficient by coefficient, and lose metadata that may contain a thumbnail of the whole. The content draws
 * the part at its own place, which is checked by parsing it again. Invisible paths, forms and images are no
 * longer drawn; text stays. Not cropped: images that are drawn more than once or referenced elsewhere,
 * rotated images, images with masks, other codecs, and images with less than a twentieth hidden.
 */
import type { Crop } from '../../codecs/dct/cropped.ts';
import { analyzeContent } from '../../pdf/content/analysis.ts';
import { inheritedResources } from '../../pdf/content/interpret/inherited-resources.ts';
import { pageContent } from '../../pdf/content/joined.ts';
import {
  concatMatrices,
  IDENTITY_MATRIX,
  type Matrix,
  plainNumber,
  roundedInward,
} from '../../pdf/content/matrix.ts';
import { SingleUses } from '../../pdf/content/only-once.ts';
import { PLAIN_NAME } from '../../pdf/content/plain-name.ts';
import { type SeenDraw, visibleDraws } from '../../pdf/content/visible-images.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { type ImageXObject, isImageStream, readImageXObject } from '../../pdf/image/image-xobject.ts';
import { pageView } from '../../pdf/inventory/page-sizes.ts';
import { multiRoleStreams } from '../../pdf/multi-role-streams.ts';
import { key, PDFDict, PDFName, type PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { hasXfa, pageRefs } from '../../pdf/page-tree.ts';
import { editedContent, replaceContent } from '../contents/replace-content.ts';
import { eachItem, type ItemOutcome, type Pass, type PassContext, saved, skipped } from '../pass.ts';
import { croppable } from './cropped-picture.ts';
import { withoutHiddenDrawing } from './hidden-drawing.ts';
import { partOfSquare, visiblePixels } from './visible-pixels.ts';

export const cropHidden: Pass = {
  id: 'crop',
  writes: ['content', 'images', 'structure'],
  enabled: (options) => options.cropHidden,

  run: (doc, ctx) => {
    const survey = analyzeContent(doc);
    const once = new SingleUses(doc, survey);
    const pages = survey.isSound && !hasXfa(doc.trailer) ? pageRefs(doc.trailer) : [];
    return eachItem('crop', pages, ctx, (page) => cropPage(doc, page, once, ctx));
  },
};

/** An image with its remaining area, its draw operation and its new form. */
interface CroppedDraw {
  readonly draw: SeenDraw;
  readonly image: ImageXObject;
  readonly crop: Crop;
  readonly part: PDFRawStream;
}

function cropPage(doc: PdfDocument, ref: PDFRef, once: SingleUses, ctx: PassContext): ItemOutcome {
  const dict = doc.context.lookup(ref);
  const whole = dict instanceof PDFDict ? pageContent(dict, doc.limits.streamBytes) : null;
  if (!(dict instanceof PDFDict) || whole === null) return skipped('undecodable');
  const contents = dict.get(key('Contents'));
  if (contents instanceof PDFRef && !once.isNamed(contents)) return skipped('required-as-is');
  const shared = multiRoleStreams(doc);
  if (contents instanceof PDFRef && shared.has(contents)) return skipped('required-as-is');
  const { shown } = pageView(dict);
  const content = withoutHiddenDrawing(whole, { dict, ref }, shown);
  const draws = visibleDraws(content, shown);
  if (draws === null) return skipped('unclear-content');
  const cropped = drawnOnce(draws)
    .flatMap((draw) => croppedDraw(dict, ref, draw, once, ctx) ?? [])
    .filter(({ image }) => !shared.has(image.ref));
  if (cropped.length === 0 && content === whole) return skipped('not-smaller');
  const redrawn = cropped.length === 0 ? content : redrawnContent(content, cropped);
  if (redrawn === null) return skipped('verification-failed');
  replaceContent(doc, ctx.changes, { ref, dict }, redrawn);
  return saved(cropped.reduce((sum, each) => sum + replace(doc, each, ctx), 0));
}

function drawnOnce(draws: readonly SeenDraw[]): readonly SeenDraw[] {
  const times = new Map<string, number>();
  for (const { name } of draws) times.set(name, (times.get(name) ?? 0) + 1);
  return draws.filter(({ name }) => times.get(name) === 1);
}

function croppedDraw(
  page: PDFDict,
  ref: PDFRef,
  draw: SeenDraw,
  once: SingleUses,
  { limits, imageOverrides }: PassContext,
): CroppedDraw | null {
  const named = inheritedResources({ dict: page, owner: ref, path: [] })?.dict.lookup(key('XObject'));
  if (!(named instanceof PDFDict) || !PLAIN_NAME.test(draw.name)) return null;
  const target = named.get(PDFName.of(draw.name));
  const stream = page.context.lookup(target);
  if (!(target instanceof PDFRef) || !isImageStream(stream)) return null;
  const image = readImageXObject(target, stream);
  if (image === null || !once.isDrawn(image) || imageOverrides[target.objectNumber] !== undefined)
    return null;
  // Most images are visible as a whole, which is known without decoding them.
  if (visiblePixels(draw, image, { width: 1, height: 1 }) === null) return null;
  const cuttable = croppable(image, limits);
  const crop = cuttable === null ? null : visiblePixels(draw, image, cuttable.unit);
  const part = crop === null ? null : (cuttable?.cut(crop) ?? null);
  return crop === null || part === null ? null : { draw, image, crop, part };
}

function written(matrix: Matrix = IDENTITY_MATRIX): string {
  return matrix.map((value) => plainNumber(value, DECIMALS)).join(' ');
}

/** Null if the content does not draw the intended parts. */
function redrawnContent(content: Uint8Array, cropped: readonly CroppedDraw[]): Uint8Array | null {
  const places = new Map(
    cropped.map(({ draw, crop, image }) => [draw.start, rounded(partOfSquare(crop, image))]),
  );
  const edits = cropped.map(({ draw }) => ({
    start: draw.start,
    end: draw.end,
    text: ` q ${written(places.get(draw.start))} cm /${draw.name} Do Q `,
  }));
  const redrawn = editedContent(content, edits);
  const wanted = matricesOf(content)?.map(({ matrix, start }) => {
    const place = places.get(start);
    return place === undefined ? matrix : concatMatrices(place, matrix);
  });
  const found = matricesOf(redrawn)?.map(({ matrix }) => matrix);
  return wanted !== undefined && String(found) === String(wanted) ? redrawn : null;
}

const EVERYWHERE = { left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 };

function matricesOf(content: Uint8Array) {
  return visibleDraws(content, EVERYWHERE);
}

/** Decimals relative to the image's side: less than a thousandth of a pixel. */
const DECIMALS = 8;

function rounded([a, b, c, d, e, f]: Matrix): Matrix {
  const across = roundedInward(e, e + a, DECIMALS);
  const up = roundedInward(f, f + d, DECIMALS);
  return [across.length, b, c, up.length, across.from, up.from];
}

/** @returns the bytes saved */
function replace(doc: PdfDocument, { image, part }: CroppedDraw, { changes }: PassContext): number {
  const { ref, width, height, stream } = image;
  doc.context.assign(ref, part);
  changes.stream(ref, ['Width', 'Height', 'DecodeParms']);
  changes.croppedPicture(ref, { width, height, storedBytes: stream.contents.length });
  return Math.max(0, stream.contents.length - part.contents.length);
}
