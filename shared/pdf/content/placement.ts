import { largestOf } from '../../lists.ts';
import type { PdfDocument } from '../document.ts';
import { firstPages } from '../first-pages.ts';
import { key, PDFRawStream, PDFRef } from '../objects.ts';
import { analyzeContent, type ContentAnalysis } from './analysis.ts';
import { largestSquare, placedStretch, Stretches, uniformStretch } from './interpret/stretch.ts';
import type { ContentUnit, DrawnImage, Draws } from './interpret/units.ts';

/** Largest size at which an image is drawn, in points (including `/UserUnit`), for width and height each. */
export interface ImagePlacement {
  readonly widthPt: number;
  readonly heightPt: number;
  /** First pages that draw it, 0-based, ascending. */
  readonly pages: readonly number[];
}

/** All uses of one unit or image. */
class Placed {
  readonly stretches = new Stretches();
  pages: readonly number[] = [];

  addPages(more: readonly number[]): void {
    this.pages = firstPages(this.pages, more);
  }
}

/**
 * Returns the largest drawn size of every image XObject, by the tag of its reference. An image is missing if
 * that is uncertain: it is not drawn, or unknown content may draw it too.
 * @param survey existing analysis of this document
 */
export function imagePlacements(
  doc: PdfDocument,
  survey: ContentAnalysis = analyzeContent(doc),
): ReadonlyMap<string, ImagePlacement> {
  if (!survey.isSound) return new Map();
  const placed = placedUnits(survey);
  addMasks(survey, placed, doc);
  const placements = new Map<string, ImagePlacement>();
  for (const [target, { stretches, pages }] of placed) {
    if (target.kind !== 'image' || survey.unsized.has(target.stream)) continue;
    placements.set(target.ref.tag, {
      widthPt: Math.sqrt(largestOf(stretches.all.map(({ xx }) => xx))),
      heightPt: Math.sqrt(largestOf(stretches.all.map(({ yy }) => yy))),
      pages,
    });
  }
  return placements;
}

export type PlacedTargets = Map<ContentUnit | DrawnImage, Placed>;

/** Propagates the stretch of every page to everything it draws. */
export function placedUnits(survey: ContentAnalysis): PlacedTargets {
  const placed: PlacedTargets = new Map();
  for (const { unit, index, userUnit } of survey.pages) {
    const page = placedAt(placed, unit);
    page.stretches.add(uniformStretch(userUnit));
    if (index !== null) page.addPages([index]);
  }
  for (const unit of survey.units) {
    const from = placed.get(unit);
    if (from === undefined) continue;
    for (const [target, draws] of unit.draws) carry(from, draws, placedAt(placed, target));
  }
  return placed;
}

function carry(from: Placed, draws: Draws, to: Placed): void {
  for (const stretch of from.stretches.all) {
    for (const linear of draws.ways) to.stretches.add(placedStretch(linear, stretch));
    if (draws.restSquare > 0) {
      to.stretches.add(uniformStretch(Math.sqrt(draws.restSquare * largestSquare(stretch))));
    }
  }
  to.addPages(from.pages);
}

/** A mask covers the same unit square as its image (ISO 32000-2, 8.9.6.3 and 11.6.5.2). */
function addMasks(survey: ContentAnalysis, placed: PlacedTargets, doc: PdfDocument): void {
  const images = new Map(survey.images.map((image) => [image.ref, image]));
  for (const image of survey.images) {
    const from = placed.get(image);
    if (from === undefined) continue;
    for (const name of ['SMask', 'Mask']) {
      const ref = image.stream.dict.get(key(name));
      const stream = doc.context.lookup(ref);
      if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) continue;
      const mask = images.get(ref) ?? { kind: 'image', ref, stream };
      images.set(ref, mask);
      const to = placedAt(placed, mask);
      for (const stretch of from.stretches.all) to.stretches.add(stretch);
      to.addPages(from.pages);
    }
  }
}

function placedAt(placed: PlacedTargets, target: ContentUnit | DrawnImage): Placed {
  let found = placed.get(target);
  if (found === undefined) placed.set(target, (found = new Placed()));
  return found;
}
