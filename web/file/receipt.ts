import type { CategoryResult, CompressReport, DocumentFeatures, Inspection } from '../../shared/index.ts';
import { receiptWords } from '../text/comparison/receipt.ts';
import { type DiffState, pagesOf } from '../visual-diff/proof.ts';

/** A comparison and its outcome. `plain` is a neutral fact, or one that is not known yet. */
export interface ReceiptRow {
  readonly label: string;
  readonly value: string;
  readonly outcome: 'same' | 'differs' | 'plain';
}

/** A file's inspections before and after; null until known or if they failed. */
export interface FileDetails {
  readonly before: Inspection;
  readonly after: Inspection;
}

type Counted = 'links' | 'outlineItems' | 'fields' | 'layers' | 'attachments';

const COUNTED: readonly Counted[] = ['links', 'outlineItems', 'fields', 'layers', 'attachments'];

/** The rows of the receipt; differences come first. */
export function receiptRows(
  report: CompressReport,
  insight: FileDetails | null,
  proof: DiffState,
  drawn: CategoryResult | null = null,
): readonly ReceiptRow[] {
  const rows: ReceiptRow[] = [textRow(proof), ...drawnRows(report, drawn), ...movedRows(report)];
  if (insight !== null) {
    const { before, after } = insight;
    rows.push(
      ...COUNTED.map((name) => countRow(name, before.features, after.features)),
      tagRow(insight),
      sizeRow(insight, proof),
      metadataRow(report, before),
    );
  }
  return rows.toSorted((a, b) => Number(b.outcome === 'differs') - Number(a.outcome === 'differs'));
}

/** Unknown until every page was read: a check that did not run claims nothing. */
function textRow(proof: DiffState): ReceiptRow {
  const { labels } = receiptWords;
  if (proof.kind !== 'done') {
    const value = proof.kind === 'running' ? receiptWords.notYet : receiptWords.notCompared;
    return { label: labels.text, value, outcome: 'plain' };
  }
  const changed = proof.pages.filter(({ isTextEqual }) => !isTextEqual).length;
  if (changed > 0) {
    return { label: labels.text, value: receiptWords.textDiffers(changed), outcome: 'differs' };
  }
  const words = proof.pages.reduce((sum, page) => sum + page.words, 0);
  if (words === 0) return { label: labels.text, value: receiptWords.none, outcome: 'plain' };
  return { label: labels.text, value: receiptWords.words(words), outcome: 'same' };
}

/** Lines and areas on the pages, and how far rounding may have moved them; empty if there are none. */
function drawnRows({ options }: CompressReport, drawn: CategoryResult | null): readonly ReceiptRow[] {
  if (drawn === null || drawn.before === 0) return [];
  const { labels } = receiptWords;
  const { before, lost, notCompared } = drawn;
  const outcome = lost > 0 ? 'differs' : notCompared > 0 ? 'plain' : 'same';
  const counted: ReceiptRow = {
    label: labels.drawn,
    value: receiptWords.ofAll(before - lost - notCompared, before),
    outcome,
  };
  if (!options.roundCoordinates) return [counted];
  return [
    counted,
    { label: labels.moved, value: receiptWords.underMillimeters(movedMm(options)), outcome: 'plain' },
  ];
}

/** A coordinate moves by .002 points at most, by .005 at a quality of 60 or less. */
function movedMm({ quality }: CompressReport['options']): number {
  return quality <= 60 ? 0.002 : 0.001;
}

/** Moved pixels at the edges of scanned letters; empty if there are none. */
function movedRows({ bilevel }: CompressReport): readonly ReceiptRow[] {
  if (bilevel === undefined || bilevel.images === 0) return [];
  const value = receiptWords.movedPixels(bilevel.pixels, bilevel.longestRun);
  return [{ label: receiptWords.labels.movedPixels, value, outcome: 'plain' }];
}

function countRow(name: Counted, before: DocumentFeatures, after: DocumentFeatures): ReceiptRow {
  const label = receiptWords.labels[name];
  const [had, has] = [before[name], after[name]];
  if (had === 0 && has === 0) return { label, value: receiptWords.none, outcome: 'plain' };
  return { label, value: receiptWords.ofAll(has, had), outcome: had === has ? 'same' : 'differs' };
}

function tagRow({ before, after }: FileDetails): ReceiptRow {
  const label = receiptWords.labels.tags;
  const isSame =
    before.document.tagged === after.document.tagged && before.features.language === after.features.language;
  if (!isSame) return { label, value: receiptWords.changed, outcome: 'differs' };
  if (!before.document.tagged && before.features.language === undefined) {
    return { label, value: receiptWords.none, outcome: 'plain' };
  }
  return { label, value: receiptWords.kept, outcome: 'same' };
}

function sizeRow({ before, after }: FileDetails, proof: DiffState): ReceiptRow {
  const label = receiptWords.labels.sizes;
  const isSame =
    before.document.pages === after.document.pages &&
    JSON.stringify(before.pageSizes) === JSON.stringify(after.pageSizes) &&
    pagesOf(proof).every(({ isSizeEqual }) => isSizeEqual);
  return isSame
    ? { label, value: receiptWords.same, outcome: 'same' }
    : { label, value: receiptWords.changed, outcome: 'differs' };
}

function metadataRow(report: CompressReport, before: Inspection): ReceiptRow {
  const label = receiptWords.labels.metadata;
  const isRemoved = report.passes.some(({ pass, changed }) => pass === 'metadata' && changed > 0);
  const value =
    before.sizes.metadata === 0 && !isRemoved
      ? receiptWords.none
      : isRemoved
        ? receiptWords.removed
        : receiptWords.kept;
  return { label, value, outcome: 'plain' };
}
