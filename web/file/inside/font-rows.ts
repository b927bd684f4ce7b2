import type { CompressReport, FontReport } from '../../../shared/index.ts';

/** An embedded font program and its current size. */
export interface FontRow {
  readonly report: FontReport;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Largest saving first, then by size. In a file returned unchanged, every font is kept. */
export function fontRows({ fonts, unchanged }: CompressReport): readonly FontRow[] {
  return fonts
    .map((report) => ({
      report,
      bytesBefore: report.size,
      bytesAfter: unchanged || report.outcome.kind === 'kept' ? report.size : report.outcome.size,
    }))
    .toSorted((a, b) => savedBytes(b) - savedBytes(a) || b.bytesBefore - a.bytesBefore);
}

function savedBytes({ bytesBefore, bytesAfter }: FontRow): number {
  return bytesBefore - bytesAfter;
}
