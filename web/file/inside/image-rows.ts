import type { CompressReport, ImageReport, InspectedImage, Inspection } from '../../../shared/index.ts';

/** An image of the file, including its soft mask, with its outcome. */
export interface ImageRow {
  readonly object: number;
  readonly report: ImageReport;
  /** Null for an inline image. */
  readonly inspected: InspectedImage | null;
  /** 1-based; empty if unknown. */
  readonly pages: readonly number[];
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export const SORTS = ['saved', 'page', 'size'] as const;
export type Sort = (typeof SORTS)[number];

/** Visible images: masks count toward the image they mask. In a file returned unchanged, every image is kept. */
export function imageRows(report: CompressReport, before: Inspection | null): readonly ImageRow[] {
  const inspected = new Map(before?.images.map((image) => [image.object, image]));
  const reports = new Map(report.images.map((image) => [image.object, image]));
  return report.images
    .filter(({ softMask }) => !softMask)
    .map((image) => {
      const known = inspected.get(image.object) ?? null;
      const mask = known?.softMask == null ? undefined : reports.get(known.softMask);
      const all = mask === undefined ? [image] : [image, mask];
      return {
        object: image.object,
        report: image,
        inspected: known,
        pages: known?.pages ?? [],
        bytesBefore: all.reduce((sum, { size }) => sum + size, 0),
        bytesAfter: all.reduce((sum, one) => sum + (report.unchanged ? one.size : bytesAfter(one)), 0),
      };
    });
}

export function sortedRows(rows: readonly ImageRow[], sort: Sort): readonly ImageRow[] {
  // Sorting is stable: equal rows stay in file order.
  switch (sort) {
    case 'saved':
      return rows.toSorted((a, b) => b.bytesBefore - b.bytesAfter - (a.bytesBefore - a.bytesAfter));
    case 'page':
      return rows.toSorted(
        (a, b) => (a.pages[0] ?? Infinity) - (b.pages[0] ?? Infinity) || a.object - b.object,
      );
    case 'size':
      return rows.toSorted((a, b) => b.bytesBefore - a.bytesBefore);
  }
}

/** Bytes of the result if these images kept their originals. */
export function sizeWithOriginals(
  result: number,
  rows: readonly ImageRow[],
  objects: readonly number[],
): number {
  return rows
    .filter(({ object }) => objects.includes(object))
    .reduce((sum, row) => sum + row.bytesBefore - row.bytesAfter, result);
}

/** Changed images on these pages: keeping their originals would restore the pages. */
export function changedOnPages(rows: readonly ImageRow[], pages: readonly number[]): readonly number[] {
  return rows
    .filter((row) => row.report.outcome.kind === 'replaced' && row.pages.some((page) => pages.includes(page)))
    .map(({ object }) => object);
}

function bytesAfter({ size, outcome }: ImageReport): number {
  return outcome.kind === 'replaced' ? outcome.size : size;
}
