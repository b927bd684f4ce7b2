import type { Jbig2Coding } from '../../codecs/jbig2/coding.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { type TileFacts, tileFacts } from '../../codecs/scans/tile-facts.ts';
import type { MrcRefusal } from '../../report.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import { FilledPaper } from './background/filled-paper.ts';
import { encodePaper, onePixel, type PaperSettings } from './background/paper-layers.ts';
import { keepEnclosed } from './foreground/enclosed.ts';
import { type FlatInks, type InkColor, STAYS } from './foreground/flat-inks.ts';
import { encodedMask, type InkMask, inkMask } from './foreground/ink-masks.ts';
import { knownShapes } from './foreground/known-shapes.ts';
import { findPlainInk } from './foreground/plain-ink.ts';
import { keepLinesWhole, type TextLine } from './foreground/text-lines.ts';
import { colorsOfTones, type TonedRuns, tonedRuns } from './foreground/toned-runs.ts';
import { type ForegroundColorLayer, type ForegroundLayer, layerBytes, type PageLayers } from './layers.ts';
import { type MarkedPage, markedPage } from './marked-page.ts';
import { badTiles, losesSomething } from './quality-gate/judge.ts';
import { keepBadShapes } from './quality-gate/judged-shapes.ts';
import {
  asReduced,
  composed,
  coverageOf,
  coverageOfMasks,
  type ReducedSize,
  reduced,
  reducedSize,
  stayingInk,
  thinLines,
} from './quality-gate/reduced.ts';
import { scannedPage } from './scanned-page.ts';

/** A scan, and its form without separation. */
export interface SeparationInput {
  /** Gray or RGB. */
  readonly scan: Raster;
  /** Resolution as drawn, along both axes. */
  readonly dpi: number;
  /** The JPEG that the page would be otherwise, as readers would show it, of any size. */
  readonly look: Raster;
  /** Returns whether layers of this many bytes may be used. */
  readonly savesEnough: (bytes: number) => Promise<boolean>;
  readonly paper: PaperSettings;
  readonly masks: Jbig2Coding;
}

export type MrcResult =
  | { readonly kind: 'separated'; readonly layers: PageLayers }
  | { readonly kind: 'refused'; readonly reason: MrcRefusal };

/** Maximum share of tiles that may still look different: corners of letters, specks. */
const MAX_BAD_TILES = 0.005;
const ROUNDS = 3;

/**
 * Separates a scanned page into background and flat inks (MRC). Everything that is not clearly a flat ink
 * stays in a background image as good as the JPEG that the page would be otherwise. Each tile is compared
 * with that JPEG: where it looks worse, ink stays in the background. No letter is replaced by another.
 * Integer arithmetic, or floating point in a fixed order, throughout: the same scan gives the same bytes in
 * every host.
 */
export async function encodeMrc(input: SeparationInput, codecs: ImageCodecs): Promise<MrcResult> {
  const page = scannedPage(input.scan, input.dpi);
  const size = reducedSize(page);
  const scan = reduced(page.raster, size);
  const marked = markedPage(page, scan);
  if (typeof marked === 'string') return refused(marked);
  const filler = new FilledPaper(marked);
  const known = knownShapes(marked, filler.colors);
  const inks = findPlainInk(known);
  const toned = tonedRuns(marked, inks);
  const colors = colorsOfTones(page, inks, toned);
  const look: Look = { ...marked, size, scan, inks, lines: known.lines, toned, colors };
  const jpeg = tileFacts(scan, asReduced(input.look, page, size));
  const filled = judged(look, filler, jpeg);
  if (!inks.ofShape.some((ink) => ink !== STAYS)) return refused('no-solid-text');
  return encoded(look, filled, jpeg, input, codecs);
}

function refused(reason: MrcRefusal): MrcResult {
  return { kind: 'refused', reason };
}

interface Look extends MarkedPage {
  readonly size: ReducedSize;
  /** At that size. */
  readonly scan: Raster;
  readonly inks: FlatInks;
  readonly lines: readonly TextLine[];
  /** Pixels of the inks, and the colors of each ink's tones. */
  readonly toned: TonedRuns;
  readonly colors: readonly (readonly InkColor[])[];
}

/**
 * Returns the background without separable ink; ink that would look worse than in the JPEG is kept, in
 * several rounds.
 */
function judged(look: Look, filler: FilledPaper, jpeg: TileFacts): Raster {
  const { size, inks, lines } = look;
  let filled = filler.without(inks.ofShape);
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = reduced(filled, size);
    const inked = composed(
      bare,
      coverageOf(size, look.toned, inks.ofShape, look.colors.length),
      look.colors.flat(),
      size,
    );
    const tiles = badTiles(tileFacts(look.scan, inked), jpeg);
    const bad = { tiles, columns: jpeg.columns };
    if (keepBadShapes(look, size, bad, inks.ofShape) === 0) break;
    keepEnclosed(look, inks.ofShape);
    keepLinesWhole(lines, inks.ofShape);
    filled = filler.without(inks.ofShape);
  }
  return filled;
}

async function encoded(
  look: Look,
  filled: Raster,
  jpeg: TileFacts,
  input: SeparationInput,
  codecs: ImageCodecs,
): Promise<MrcResult> {
  const { page, size, runs, shapes, inks } = look;
  const drawn = drawnInks(look);
  const coverage = coverageOfMasks(
    size,
    drawn.map((tones) => tones.map(({ mask }) => mask)),
  );
  const colors = drawn.flatMap((tones) => tones.map(({ color }) => color));
  const factsOf = (paper: Raster) => tileFacts(look.scan, composed(paper, coverage, colors, size));
  const badOf = (paper: Raster) => badTiles(factsOf(paper), jpeg);
  const isGoodEnough = (paper: Raster) => {
    const facts = factsOf(paper);
    const bad = badTiles(facts, jpeg);
    const isRare = bad.reduce((sum, tile) => sum + tile, 0) <= bad.length * MAX_BAD_TILES;
    return isRare && !losesSomething(facts, jpeg);
  };
  const stays = stayingInk(size, runs, shapes, inks.ofShape);
  const thin = thinLines(filled, size);
  const under = { page, size, coverage, stays, thin, badOf, isGoodEnough };
  const paper = await encodePaper(filled, under, input.paper, codecs);
  if (typeof paper === 'string') return refused(paper);
  const layers: PageLayers = {
    paper: paper.paper,
    regions: paper.regions,
    inks: drawn.map((tones) => inkLayer(look, tones, input)),
  };
  return (await input.savesEnough(layerBytes(layers)))
    ? { kind: 'separated', layers }
    : refused('not-smaller');
}

/** A tone as it will be drawn. */
interface DrawnTone {
  readonly color: InkColor;
  readonly mask: InkMask;
}

/** Returns the tones of each ink that is not empty. */
function drawnInks(look: Look): readonly (readonly DrawnTone[])[] {
  const { inks, toned, colors } = look;
  return colors
    .map((ofTones, ink) =>
      ofTones.flatMap((color, tone): DrawnTone[] => {
        const mask = inkMask(look, toned, inks.ofShape, { ink, tone, color: ofTones[ofTones.length - 1]! });
        return mask === null ? [] : [{ color, mask }];
      }),
    )
    .filter((tones) => tones.length > 0);
}

function inkLayer(
  { page: { raster } }: Look,
  tones: readonly DrawnTone[],
  { masks, paper }: SeparationInput,
): ForegroundLayer {
  const { width, height, channels } = raster;
  return {
    tones: tones.map(({ color, mask }): ForegroundColorLayer => {
      const bytes = encodedMask(mask, raster, masks);
      return {
        color: onePixel(Uint8Array.from(color.slice(0, channels)), paper.space),
        mask: { width, height, bits: 1, space: { kind: 'same' }, data: { kind: 'jbig2', bytes } },
      };
    }),
  };
}
