/**
 * Removes what no page shows of pictures and drawings, where that is asked for: plots draw far beyond their axes, word processors and slide programs keep all of a
 * picture that was cropped, and whoever has the file can bring it back.
 *
 * What is hidden lies outside of the page's crop box, or of a rectangle that clips it (ISO 32000-2, 8.5.4). The pixels that
 * are left are the same, with a few around them for readers that mix neighbours: JPEGs are cut between their blocks,
 * coefficient by coefficient, and lose what may hold the whole in small. The content draws the part at its own place, which is
 * proved by reading it again. Paths, forms and pictures of which nothing can be seen are no longer drawn; text stays. Left alone: pictures that are drawn more than once, or that anything else refers to; at an
 * angle; with masks; in other codecs; with less than a twentieth hidden.
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

/** A picture with what is left of it, where it is drawn, and its new form. */
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

/** Names that are the same to all readers. */
const PLAIN_NAME = /^[\w.-]+$/;

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
  // Most pictures are seen as a whole: that is known without unpacking them.
  if (visiblePixels(draw, image, { width: 1, height: 1 }) === null) return null;
  const cuttable = croppable(image, limits);
  const crop = cuttable === null ? null : visiblePixels(draw, image, cuttable.unit);
  const part = crop === null ? null : (cuttable?.cut(crop) ?? null);
  return crop === null || part === null ? null : { draw, image, crop, part };
}

function written(matrix: Matrix = IDENTITY_MATRIX): string {
  return matrix.map((value) => plainNumber(value, DECIMALS)).join(' ');
}

/** Null where the content does not draw what was wanted. */
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

/** Of a picture's side: less than a thousandth of a pixel. */
const DECIMALS = 8;

function rounded([a, b, c, d, e, f]: Matrix): Matrix {
  const across = roundedInward(e, e + a, DECIMALS);
  const up = roundedInward(f, f + d, DECIMALS);
  return [across.length, b, c, up.length, across.from, up.from];
}

/** @returns the bytes that went */
function replace(doc: PdfDocument, { image, part }: CroppedDraw, { changes }: PassContext): number {
  const { ref, width, height, stream } = image;
  doc.context.assign(ref, part);
  changes.stream(ref, ['Width', 'Height', 'DecodeParms']);
  changes.croppedPicture(ref, { width, height, storedBytes: stream.contents.length });
  return Math.max(0, stream.contents.length - part.contents.length);
}
