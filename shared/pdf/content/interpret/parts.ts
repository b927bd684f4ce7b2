import { dictEntries, type PDFDict, PDFRawStream, PDFRef } from '../../objects.ts';
import { IDENTITY, type Linear } from './linear.ts';
import { type Scope, worseDoubt } from './resources.ts';
import { ContentUnit, type UnitKind } from './units.ts';

/** One of a list of streams that are drawn together: an appearance on a page, a glyph of a Type 3 font. */
export interface Part {
  readonly kind: UnitKind;
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  /** From the stream's own space, `/Matrix` included, to that of the list; null when it cannot be told. */
  readonly linear: Linear | null;
}

/** How far a list of parts is known that pages or fonts may share. */
export type PartList =
  /** Its parts are being interpreted for the first time. */
  | { readonly kind: 'in-work' }
  /** They were, for the only one so far that draws it. */
  | { readonly kind: 'read'; readonly parts: readonly Part[] }
  | {
      readonly kind: 'divided';
      /** Draws the parts whose names mean the same wherever they are drawn. */
      readonly closed: ContentUnit;
      readonly rest: readonly Part[];
      /** Each draws the rest, by the scope that it is drawn in. */
      readonly open: Map<Scope | null, ContentUnit>;
    };

export type DividedParts = Extract<PartList, { readonly kind: 'divided' }>;

/** @param closedUnit the unit of a stream that means the same everywhere, if it is one */
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

/** All glyphs, whatever their names. */
export function glyphsOf(charProcs: PDFDict): Part[] {
  const parts: Part[] = [];
  for (const ref of dictEntries(charProcs).values()) {
    const stream = charProcs.context.lookup(ref);
    if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) continue;
    parts.push({ kind: 'glyph', ref, stream, linear: IDENTITY });
  }
  return parts;
}
