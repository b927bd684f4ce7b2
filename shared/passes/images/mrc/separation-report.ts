import type { PdfDocument } from '../../../pdf/document.ts';
import { pageRefs } from '../../../pdf/page-tree.ts';
import type { MrcPage, MrcRefusal, MrcReport } from '../../../report.ts';
import type { PassContext } from '../../pass.ts';
import type { Surroundings } from '../collect.ts';
import type { FinishedImage } from '../report.ts';
import { separableScan } from './separable.ts';

/** Reports by page the number of separated text colors, or the reason for none. */
export function separationReport(
  doc: PdfDocument,
  finished: readonly FinishedImage[],
  around: Surroundings,
  ctx: Pick<PassContext, 'options' | 'imageOverrides' | 'imageSearch'>,
): MrcReport {
  const pages: MrcPage[] = [];
  const kept: Partial<Record<MrcRefusal, number>> = {};
  const keep = (reason: MrcRefusal, count: number) => {
    if (count > 0) kept[reason] = (kept[reason] ?? 0) + count;
  };
  let scans = 0;
  for (const { image, result } of finished) {
    const scan = separableScan(image, around, { ...ctx, isSearched: ctx.imageSearch !== undefined });
    if (scan === null) continue;
    scans += 1;
    if (scan.kind === 'refused') keep(scan.reason, 1);
    else if (result.kind !== 'layers') keep(result.notSeparated ?? 'unsuitable-image', 1);
    else {
      const inks = result.layers.inks.length;
      pages.push({ page: scan.page + 1, object: image.ref.objectNumber, textColors: inks });
    }
  }
  for (const reason of around.inTheWay) keep(reason, 1);
  keep('not-a-scan', Math.max(0, pageRefs(doc.trailer).length - scans - around.inTheWay.length));
  return { pages: pages.sort((a, b) => a.page - b.page), skipped: kept };
}
