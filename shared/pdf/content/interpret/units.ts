import type { PDFRawStream, PDFRef } from '../../objects.ts';
import { isSame, type Linear } from './linear.ts';
import type { Doubt } from './resources.ts';
import { largestSquareOf } from './stretch.ts';

export type UnitKind = 'page' | 'form' | 'pattern' | 'glyph' | 'font' | 'list';

/** An image XObject, once per object however often it is drawn. */
export interface DrawnImage {
  readonly kind: 'image';
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
}

/** Beyond this number of ways in one unit, only the largest scale is kept. */
const MAX_WAYS = 64;

/** Matrices with which one unit draws one target, in the unit's own space. */
export class Draws {
  readonly ways: Linear[] = [];
  /** Square of the largest scale among the ways not in the list; 0 if all are listed. */
  restSquare = 0;

  add(linear: Linear): void {
    // Content repeats itself: search the newest first.
    for (let i = this.ways.length - 1; i >= 0; i--) if (isSame(this.ways[i]!, linear)) return;
    if (this.ways.length < MAX_WAYS) this.ways.push(linear);
    else this.restSquare = Math.max(this.restSquare, largestSquareOf(linear));
  }
}

/**
 * Content that was interpreted once: a page with its annotations, a form, a tiling pattern, a Type 3 glyph, a
 * Type 3 font with all glyphs, or a list of appearances or glyphs that several pages or fonts share. Sizes
 * are in its own space, so that one interpretation serves every place that draws it.
 */
export class ContentUnit {
  readonly kind: UnitKind;
  readonly draws = new Map<ContentUnit | DrawnImage, Draws>();
  /** Doubt about this unit or anything it draws. */
  doubt: Doubt = 'none';
  /** Depth of the outermost scope used for its names and those of units that it draws. */
  outermost = Number.POSITIVE_INFINITY;

  constructor(kind: UnitKind) {
    this.kind = kind;
  }

  draw(target: ContentUnit | DrawnImage, linear: Linear): void {
    let draws = this.draws.get(target);
    if (draws === undefined) this.draws.set(target, (draws = new Draws()));
    draws.add(linear);
  }
}
