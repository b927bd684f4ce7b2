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

/** More ways than this of drawing one thing in one unit are summed up by the largest. */
const MAX_WAYS = 64;

/** The ways one unit draws one thing, in that unit's own space. */
export class Draws {
  readonly ways: Linear[] = [];
  /** The square of the largest scale among the ways that are not in the list; 0 when all are. */
  restSquare = 0;

  add(linear: Linear): void {
    // Content repeats itself: the newest are the likeliest.
    for (let i = this.ways.length - 1; i >= 0; i--) if (isSame(this.ways[i], linear)) return;
    if (this.ways.length < MAX_WAYS) this.ways.push(linear);
    else this.restSquare = Math.max(this.restSquare, largestSquareOf(linear));
  }
}

/**
 * Content that was read once: a page with its annotations, a form, a tiling pattern, a glyph of a Type 3 font, such
 * a font with all its glyphs, or a list of appearances or glyphs that several pages or fonts share. What it draws stands in its own space, so one reading serves every place that
 * draws it.
 */
export class ContentUnit {
  readonly kind: UnitKind;
  readonly draws = new Map<ContentUnit | DrawnImage, Draws>();
  /** Of this unit or of anything it draws. */
  doubt: Doubt = 'none';
  /** Depth of the outermost scope that its names, and those of what it draws, were looked up in. */
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
