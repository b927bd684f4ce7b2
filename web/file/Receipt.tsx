import { Check, Download, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CategoryResult, CompressReport } from '../../shared/index.ts';
import { worstSentence } from '../text/comparison/proofs.ts';
import { receiptWords } from '../text/comparison/receipt.ts';
import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { overBadge } from '../text/outcome/fit.ts';
import { Act } from '../ui/Act.tsx';
import { badPages, type DiffState, meanSimilarity, pagesOf, worstPage } from '../visual-diff/proof.ts';
import { type FileDetails, type ReceiptRow, receiptRows } from './receipt.ts';
import type { ReceiptSaving } from './use-receipt-saving.ts';

const { labels } = receiptWords;

interface ReceiptProps {
  readonly report: CompressReport;
  readonly proof: DiffState;
  /** Null while loading or on failure; `note` says which. */
  readonly insight: FileDetails | null;
  readonly note: string | null;
  /** Lines and areas of both files; null until counted, or if not. */
  readonly drawn: CategoryResult | null;
  /** Repair of the pages that look different; null if there is nothing to repair, or not all is compared. */
  readonly repair: RepairOffer | null;
  /** Restores the result before a repair; null without one. */
  readonly onUndo: (() => void) | null;
  readonly onPage: (page: number) => void;
  /** Said while other settings are tried, of which the receipt knows nothing. */
  readonly trying: string | null;
  /** Saves the receipt as a file; null while the file is compressed again. */
  readonly saving: ReceiptSaving | null;
}

/** Images that would keep their originals. */
export interface RepairOffer {
  readonly images: number;
  /** Estimated bytes of the file then, and how far that exceeds its limit, 0 if not. */
  readonly bytes: number;
  readonly overBy: number;
  readonly onUse: () => void;
}

/** The checks of a result and their outcomes. */
export function Receipt(props: ReceiptProps) {
  const { report, proof, saving } = props;
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title">{receiptWords.title}</h2>
      {report.unchanged ? (
        <p className="hint">{receiptWords.unchanged}</p>
      ) : (
        <>
          <p className="hint" role="status">
            {props.trying ?? progressLine(proof, report.document.pages)}
          </p>
          <WorstPage proof={proof} total={report.document.pages} onPage={props.onPage} />
          {report.images.length === 0 && proof.kind === 'done' && (
            <p className="hint">{receiptWords.noPicture}</p>
          )}
          <Repair {...props} />
          <dl>
            {receiptRows(report, props.insight, proof, props.drawn).map((row) => (
              <CheckedRow key={row.label} row={row} />
            ))}
          </dl>
          {props.note && <p className="hint">{props.note}</p>}
          <Totals report={report} proof={proof} />
        </>
      )}
      {saving !== null && <SaveReceipt saving={saving} />}
      {!report.unchanged && (
        <details className="hint">
          <summary>
            {receiptWords.scale} <span className="link">{receiptWords.how}</span>
          </summary>
          {receiptWords.howText}
        </details>
      )}
    </section>
  );
}

/** The lowest score so far, with a link to its page. */
function WorstPage(props: Pick<ReceiptProps, 'proof' | 'onPage'> & { readonly total: number }) {
  const { proof, total, onPage } = props;
  const pages = pagesOf(proof);
  const worst = worstPage(pages);
  if (worst === undefined) return null;
  return (
    <>
      {/* A score of 100 is for all pages. */}
      {(worst.similarity < 1 || pages.length === total) && (
        <p className="score num">
          {format.score(worst.similarity)}
          <small> {receiptWords.outOf}</small>
        </p>
      )}
      <p className="soft">
        {worst.similarity < 1 && (
          <>
            {proof.kind === 'done' ? receiptWords.worst : `${receiptWords.soFar}:`}{' '}
            <button type="button" className="link" onClick={() => onPage(worst.page)}>
              {receiptWords.pageLink(worst.page)}
            </button>
            .{' '}
          </>
        )}
        {worstSentence(pages, total)}
      </p>
    </>
  );
}

/** Offers the originals of images on pages that look different, with the size that they lead to; and the way back. */
function Repair({ repair, onUndo, proof }: ReceiptProps) {
  const [isAsked, setIsAsked] = useState(false);
  if (repair === null)
    return onUndo === null ? null : (
      <p className="repair">
        {receiptWords.originals}{' '}
        <button type="button" className="link" onClick={onUndo}>
          {listWords.changed.undo}
        </button>
      </p>
    );
  const { images, bytes, overBy, onUse } = repair;
  const bad = badPages(pagesOf(proof)).map(({ page }) => page);
  const size = `≈ ${format.bytes(bytes)}`;
  return (
    <div className="repair">
      <Act
        kind="loss"
        isWarning={overBy > 0}
        act={isAsked ? receiptWords.keepOver(format.bytes(overBy)) : receiptWords.keepImages(images)}
        size={size}
        price={overBy > 0 ? overBadge(overBy) : null}
        // What breaks a limit is pressed twice.
        onPress={() => (overBy > 0 && !isAsked ? setIsAsked(true) : onUse())}
      />
      <p className="hint">{receiptWords.keepHint(bad)}</p>
    </div>
  );
}

/** Average score, images and bytes of the whole file. */
function Totals({ report, proof }: Pick<ReceiptProps, 'report' | 'proof'>) {
  const pictures = report.images.filter(({ softMask }) => !softMask);
  const changed = pictures.filter(({ outcome }) => outcome.kind === 'replaced').length;
  return (
    <dl className="totals">
      {proof.kind === 'done' && (
        <Lead label={labels.average}>{format.score(meanSimilarity(pagesOf(proof)))}</Lead>
      )}
      {pictures.length > 0 && (
        <Lead label={labels.images}>{receiptWords.ofAll(changed, pictures.length)}</Lead>
      )}
      <Lead label={labels.before}>{format.bytes(report.inputSize)}</Lead>
      <Lead label={labels.after}>{format.bytes(report.outputSize)}</Lead>
      <Lead label={labels.saved} isTotal>
        <span className="shine">{format.bytes(report.inputSize - report.outputSize)}</span>
      </Lead>
    </dl>
  );
}

function SaveReceipt({ saving }: { readonly saving: ReceiptSaving }) {
  return (
    <div className="repair">
      <button type="button" className="btn" aria-disabled={saving.kind === 'writing'} onClick={saving.save}>
        <Download className="i" aria-hidden />
        {saving.kind === 'writing' ? receiptWords.saving : receiptWords.save}
      </button>
      <p className="hint" role={saving.kind === 'failed' ? 'alert' : undefined}>
        {saving.kind === 'failed' ? receiptWords.notSaved : receiptWords.saveHint}
      </p>
    </div>
  );
}

function progressLine(proof: DiffState, total: number): string {
  switch (proof.kind) {
    case 'done':
      return receiptWords.all(proof.pages.length);
    case 'failed':
      return receiptWords.some(proof.pages.length, total);
    default:
      return receiptWords.running(pagesOf(proof).length, total);
  }
}

function CheckedRow({ row }: { readonly row: ReceiptRow }) {
  return (
    <Lead label={row.label} outcome={row.outcome}>
      {row.value}
      {row.outcome === 'same' && (
        <>
          <Check className="i" aria-hidden />
          {row.value !== receiptWords.same && <span className="sr">, {receiptWords.isSame}</span>}
        </>
      )}
      {row.outcome === 'differs' && (
        <>
          <TriangleAlert className="i" aria-hidden />
          <span className="sr">, {receiptWords.isDifferent}</span>
        </>
      )}
    </Lead>
  );
}

/** A label and its value with a dot leader. */
function Lead(props: {
  readonly label: string;
  readonly outcome?: ReceiptRow['outcome'];
  readonly isTotal?: boolean;
  readonly children: ReactNode;
}) {
  const kind = props.isTotal ? ' total' : props.outcome === 'differs' ? ' differs' : '';
  return (
    <div className={`lead${kind}`}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
