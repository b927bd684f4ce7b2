import type { Bitmap } from '../../codecs/bitmap.ts';
import { type InkRule, judgeInk, type PictureBox } from '../../codecs/ink-judge/judge.ts';
import type { Jbig2Coding } from '../../codecs/jbig2/coding.ts';
import { decodeJbig2 } from '../../codecs/jbig2/decode.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { lumaOf } from '../../codecs/scans/planes.ts';
import { TILE } from '../../codecs/scans/tile-facts.ts';
import type { InkRefusal } from '../../report.ts';
import type { EncodedImage } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import { FilledPaper } from '../mrc/background/filled-paper.ts';
import { type EdgeShares, LAYERED } from '../mrc/background/paper.ts';
import { atDpi, cut, jpegOf, onePixel, type PaperSettings } from '../mrc/background/paper-layers.ts';
import { boxesAround } from '../mrc/background/picture-regions.ts';
import type { Box } from '../mrc/box.ts';
import { STAYS } from '../mrc/foreground/flat-inks.ts';
import { encodedMask, inkMask } from '../mrc/foreground/ink-masks.ts';
import { knownShapes } from '../mrc/foreground/known-shapes.ts';
import { runsOfOneTone } from '../mrc/foreground/toned-runs.ts';
import type { PageLayers, PictureRegion } from '../mrc/layers.ts';
import { markedPage } from '../mrc/marked-page.ts';
import { type ReducedSize, reduced, reducedSize } from '../mrc/quality-gate/reduced.ts';
import type { ScannedPage } from '../mrc/scanned-page.ts';
import { BLACK, findBlackShapes } from './black-shapes.ts';
import { addLooseMarks } from './loose-marks.ts';
import { pictureTiles } from './picture-tiles.ts';

/** A scan that may become a page of one bit. */
export interface InkInput {
  /** Gray or RGB. */
  readonly scan: Raster;
  /** Resolution as drawn. */
  readonly dpi: number;
  /** How pictures on the page are encoded. */
  readonly pictures: PaperSettings;
  readonly coding: Jbig2Coding;
}

/** A page of black ink on white paper. */
export interface InkPage {
  /** JBIG2 of the page's size. */
  readonly ink: Uint8Array;
  /** Regions of more than ink, with the ink on them taken away. */
  readonly pictures: readonly PictureRegion[];
}

export type InkResult =
  | { readonly kind: 'ink'; readonly page: InkPage }
  | { readonly kind: 'refused'; readonly reason: InkRefusal };

/**
 * Makes a scanned page one bit at its own resolution. What is not plainly black ink on paper stays in pictures. The
 * finished page is compared with the scan, shape by shape; it is refused if anything is missing or was added.
 */
export async function encodeInk(input: InkInput, codecs: ImageCodecs): Promise<InkResult> {
  const made = await encodedAt(ONE_TONE, input, codecs);
  const mayHelp = made.kind === 'refused' && made.reason === 'strokes-differ';
  return mayHelp ? encodedAt(LAYERED, input, codecs) : made;
}

async function encodedAt(shares: EdgeShares, input: InkInput, codecs: ImageCodecs): Promise<InkResult> {
  // The planes of the work are free again before the page is compared.
  const made = await madePage(shares, input, codecs);
  if (made.kind === 'refused') return made;
  const { scan, dpi } = input;
  // What a reader decodes is judged, not what was meant.
  const drawn = drawnInk(made.page.ink, scan);
  if (drawn === null) return refused('encoder-failed');
  const [broken] = judgeInk(scan, drawn, made.boxes, dpi);
  if (broken !== undefined) return refused(REFUSALS[broken]);
  return { kind: 'ink', page: made.page };
}

interface MadePage {
  readonly kind: 'made';
  readonly page: InkPage;
  /** Places of its pictures. */
  readonly boxes: readonly PictureBox[];
}

type Refused = Extract<InkResult, { kind: 'refused' }>;

async function madePage(
  shares: EdgeShares,
  input: InkInput,
  codecs: ImageCodecs,
): Promise<MadePage | Refused> {
  const { scan: raster, dpi } = input;
  const luma = { width: raster.width, height: raster.height, levels: lumaOf(raster) };
  const page: ScannedPage = { raster, dpi, luma };
  const size = reducedSize(page);
  const marked = markedPage(page, reduced(raster, size), shares);
  if (typeof marked === 'string') return refused(marked);
  const filler = new FilledPaper(marked);
  const { color, ofShape } = findBlackShapes(knownShapes(marked, filler.colors));
  const wanted = { ink: BLACK, tone: 0, color, undecided: UNDECIDED };
  const mask = inkMask(marked, runsOfOneTone(marked), ofShape, wanted);
  if (mask === null) return refused('no-solid-text');

  // In a picture, dust may be a part of a pencil line.
  const filled = filler.without(ofShape.map((ink) => (ink === BLACK ? BLACK : STAYS)));
  const tiles = pictureTiles(reduced(filled, size));
  const isPrint = addLooseMarks(marked, ofShape, size, tiles);
  const boxes = isPrint ? boxesOf(tiles, size) : null;
  if (boxes === null) return refused('mostly-pictures');
  const pictures = await encodedPictures(boxes, { filled, page, size }, input, codecs);
  if (pictures === null) return refused('encoder-failed');

  const ink = encodedMask(mask, raster, input.coding);
  return { kind: 'made', page: { ink, pictures }, boxes: boxes.map((box) => pixelBox(box, size, raster)) };
}

/**
 * Without a second tone at the edges, letters are as bold as scanned only here, and r and n do not touch. Small print
 * beside headings falls apart; it takes the edges of layers.
 */
const ONE_TONE: EdgeShares = { edge: 0.45, hairline: 0.27 };
/** Hundredths of the way from background to ink. */
const UNDECIDED = 3;

/** Reason for each broken rule. */
const REFUSALS: Readonly<Record<InkRule, InkRefusal>> = {
  size: 'encoder-failed',
  'stroke-lost': 'strokes-differ',
  'stroke-thinned': 'strokes-differ',
  'stroke-divided': 'strokes-differ',
  'strokes-joined': 'strokes-differ',
  weight: 'strokes-differ',
  'ink-on-paper': 'ink-on-paper',
  'ink-without-stroke': 'ink-on-paper',
  'mark-lost': 'marks-lost',
  'color-lost': 'marks-lost',
};

function refused(reason: InkRefusal): Refused {
  return { kind: 'refused', reason };
}

function boxesOf(tiles: Uint8Array, { width, height }: ReducedSize): readonly Box[] | null {
  return boxesAround(tiles, Math.ceil(width / TILE), Math.ceil(height / TILE));
}

interface BoxedPage {
  readonly page: ScannedPage;
  /** Without the ink. */
  readonly filled: Raster;
  /** Comparison size, in whose tiles boxes are. */
  readonly size: ReducedSize;
}

async function encodedPictures(
  boxes: readonly Box[],
  { filled, page, size }: BoxedPage,
  { pictures: settings }: InkInput,
  codecs: ImageCodecs,
): Promise<readonly PictureRegion[] | null> {
  const regions: PictureRegion[] = [];
  for (const box of boxes) {
    const { raster, place } = cut(filled, box, size);
    const made = await jpegOf(atDpi(raster, page, settings.dpi), settings, codecs);
    if (made === null) return null;
    regions.push({ ...place, image: made.image });
  }
  return regions;
}

function drawnInk(ink: Uint8Array, { width, height }: Raster): Bitmap | null {
  const reading = decodeJbig2(ink, null, width * height);
  return reading.kind === 'page' ? reading.bitmap : null;
}

/** Returns a box of tiles in pixels of the scan; the last tiles reach to its edge. */
function pixelBox(box: Box, { factor, width, height }: ReducedSize, scan: Raster): PictureBox {
  const side = TILE * factor;
  return {
    left: box.left * side,
    top: box.top * side,
    right: box.right * TILE >= width ? scan.width : box.right * side,
    bottom: box.bottom * TILE >= height ? scan.height : box.bottom * side,
  };
}

/** Returns the layers of a page with pictures; every layer has the scan's color space. */
export function inkLayers(
  { ink, pictures }: InkPage,
  { width, height, channels }: Raster,
  space: EncodedImage['space'],
): PageLayers {
  const color = (level: number) => onePixel(new Uint8Array(channels).fill(level), space);
  const mask: EncodedImage = {
    width,
    height,
    bits: 1,
    space: { kind: 'same' },
    data: { kind: 'jbig2', bytes: ink },
  };
  return { paper: color(255), regions: pictures, inks: [{ tones: [{ color: color(0), mask }] }] };
}
