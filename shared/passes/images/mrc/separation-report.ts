import type { PdfDocument } from '../../../pdf/document.ts';
import { pageRefs } from '../../../pdf/page-tree.ts';
import type { InkPage, InkRefusal, InkReport, MrcPage, MrcRefusal, MrcReport } from '../../../report.ts';
import type { PassContext } from '../../pass.ts';
import type { Surroundings } from '../collect.ts';
import type { FinishedImage } from '../report.ts';
import { separableScan } from './separable.ts';

type ReportContext = Pick<PassContext, 'options' | 'imageOverrides' | 'imageSearch'>;

/** Reports by page the number of separated text colors, or the reason for none. */
export function separationReport(
  doc: PdfDocument,
  finished: readonly FinishedImage[],
  around: Surroundings,
  ctx: ReportContext,
): MrcReport {
  return pageReport<MrcPage, MrcRefusal>(doc, finished, around, ctx, ({ image, result }, page) =>
    result.kind === 'layers' && result.inkPictures === undefined
      ? { page, object: image.ref.objectNumber, textColors: result.layers.inks.length }
      : (result.notSeparated ?? 'unsuitable-image'),
  );
}

/** Reports by page of one bit the number of its pictures, or why a page is none. */
export function inkReport(
  doc: PdfDocument,
  finished: readonly FinishedImage[],
  around: Surroundings,
  ctx: ReportContext,
): InkReport {
  return pageReport<InkPage, InkRefusal>(doc, finished, around, ctx, ({ image, result }, page) =>
    result.inkPictures === undefined
      ? (result.notInk ?? 'unsuitable-image')
      : { page, object: image.ref.objectNumber, pictures: result.inkPictures },
  );
}

/** @param outcomeOf what became of the scan of a page (1-based), or why nothing */
function pageReport<Page extends { readonly page: number }, Refusal extends string>(
  doc: PdfDocument,
  finished: readonly FinishedImage[],
  around: Surroundings,
  ctx: ReportContext,
  outcomeOf: (finished: FinishedImage, page: number) => Page | Refusal,
) {
  const pages: Page[] = [];
  const skipped: Partial<Record<Refusal | MrcRefusal, number>> = {};
  const skip = (reason: Refusal | MrcRefusal, count: number) => {
    if (count > 0) skipped[reason] = (skipped[reason] ?? 0) + count;
  };
  let scans = 0;
  for (const each of finished) {
    const scan = separableScan(each.image, around, { ...ctx, isSearched: ctx.imageSearch !== undefined });
    if (scan === null) continue;
    scans += 1;
    const outcome = scan.kind === 'refused' ? scan.reason : outcomeOf(each, scan.page + 1);
    if (typeof outcome === 'string') skip(outcome, 1);
    else pages.push(outcome);
  }
  for (const reason of around.inTheWay) skip(reason, 1);
  skip('not-a-scan', Math.max(0, pageRefs(doc.trailer).length - scans - around.inTheWay.length));
  return { pages: pages.sort((a, b) => a.page - b.page), skipped };
}
