import { dictEntries, type PDFDict, PDFRawStream, PDFRef } from '../../objects.ts';
import { IDENTITY, type Linear } from './linear.ts';
import { type Scope, worseDoubt } from './resources.ts';
import { ContentUnit, type UnitKind } from './units.ts';

/** One stream of a list that is drawn together: an appearance on a page, a glyph of a Type 3 font. */
export interface Part {
  readonly kind: UnitKind;
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  /** From the stream's space, including `/Matrix`, to that of the list; null if unknown. */
  readonly linear: Linear | null;
}

/** State of a list of parts that pages or fonts may share. */
export type PartList =
  /** Its parts are being interpreted for the first time. */
  | { readonly kind: 'in-work' }
  /** Its parts were interpreted for the only content so far that draws it. */
  | { readonly kind: 'read'; readonly parts: readonly Part[] }
  | {
      readonly kind: 'divided';
      /** Draws the parts whose names resolve equally in every scope. */
      readonly closed: ContentUnit;
      readonly rest: readonly Part[];
      /** Units that draw the rest, by scope. */
      readonly open: Map<Scope | null, ContentUnit>;
    };

export type DividedParts = Extract<PartList, { readonly kind: 'divided' }>;

/** @param closedUnit returns the unit of a stream that is independent of the scope */
export function divideParts(
  parts: readonly Part[],
  closedUnit: (stream: PDFRawStream) => ContentUnit | undefined,
): DividedParts {
  const closed = new ContentUnit('list');
  const rest: Part[] = [];
  for (const part of parts) {
    const unit = closedUnit(part.stream);
    if (unit === undefined) {
      rest.push(part);
      continue;
    }
    closed.draw(unit, part.linear ?? IDENTITY);
    closed.doubt = worseDoubt(
      closed.doubt,
      part.linear === null ? worseDoubt(unit.doubt, 'sizes') : unit.doubt,
    );
  }
  return { kind: 'divided', closed, rest, open: new Map() };
}

/** Returns all glyphs, whatever their names. */
export function glyphsOf(charProcs: PDFDict): Part[] {
  const parts: Part[] = [];
  for (const ref of dictEntries(charProcs).values()) {
    const stream = charProcs.context.lookup(ref);
    if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) continue;
    parts.push({ kind: 'glyph', ref, stream, linear: IDENTITY });
  }
  return parts;
}
