import { Check, Download, Eye, ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type CategoryResult, isReceiptValid, lostKinds, type Verification } from '../../shared/index.ts';
import { download } from '../device/download.ts';
import {
  addedText,
  compareWords,
  keptText,
  kindLabel,
  lostText,
  receiptCheckText,
  sizesText,
  verdictText,
  worstText,
} from '../text/comparison/verification.ts';
import { badPages, type DiffState, pagesOf, worstPage } from '../visual-diff/proof.ts';
import { LossList } from './LossList.tsx';
import { PageBars } from './PageBars.tsx';
import type { ReceiptCheckState } from './use-receipt-check.ts';

interface VerdictProps {
  readonly verification: Verification;
  readonly proof: DiffState;
  readonly seal: ReceiptCheckState;
  readonly afterName: string;
  readonly isLooking: boolean;
  /** Null hides the pages. */
  readonly onLook: (page: number | null) => void;
}

/** The result: the verdict first, then losses, what is kept, and the score of each page. */
export function Verdict(props: VerdictProps) {
  const { verification, proof } = props;
  return (
    <section className="panel verdict-panel" aria-labelledby="verdict-title">
      <div className="pad verdict-head">
        <Headline verification={verification} proof={proof} />
        <Actions {...props} />
        <Seal seal={props.seal} />
      </div>
      <Categories verification={verification} />
      <PageBars pages={verification.pages} proof={proof} onPage={props.onLook} />
    </section>
  );
}

/** The verdict in one line, sizes, and what the user should know of these two files. */
function Headline({ verification, proof }: Pick<VerdictProps, 'verification' | 'proof'>) {
  const { before, after, differentDocuments } = verification;
  const proofs = pagesOf(proof);
  const worst = worstPage(proofs);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <h2 id="verdict-title" ref={heading} tabIndex={-1}>
        {verdictText({
          differentDocuments,
          things: lostKinds(verification).length,
          pages: badPages(proofs).length,
        })}
      </h2>
      <p className="soft num-line" role="status">
        {sizesText(before.size, after.size)}{' '}
        {proof.kind === 'running'
          ? compareWords.drawing(proofs.length, proof.total)
          : worst !== undefined && worstText(worst)}
      </p>
      {!differentDocuments && addedText(verification) !== '' && <p>{addedText(verification)}</p>}
      {differentDocuments && <p className="hint">{compareWords.differentHint}</p>}
      {verification.equality === 'bytes' && <p className="hint">{compareWords.sameBytes}</p>}
      {verification.equality === 'objects' && <p className="hint">{compareWords.sameObjects}</p>}
      {before.incomplete && <p className="hint">{compareWords.damagedBefore}</p>}
      {after.incomplete && <p className="hint">{compareWords.damagedAfter}</p>}
    </div>
  );
}

/** Buttons that show the pages and save the verdict. */
function Actions(props: VerdictProps) {
  const { proof, isLooking } = props;
  return (
    <div className="row">
      <button
        type="button"
        className="btn"
        aria-pressed={isLooking}
        onClick={() => props.onLook(isLooking ? null : (worstPage(pagesOf(proof))?.page ?? 1))}
      >
        <Eye className="i" aria-hidden />
        {isLooking ? compareWords.hideLook : compareWords.look}
      </button>
      <button type="button" className="btn" onClick={() => saveVerdict(props)}>
        <Download className="i" aria-hidden />
        {compareWords.save}
      </button>
    </div>
  );
}

/** Saves all that the page shows as JSON. */
function saveVerdict({ verification, proof, seal, afterName }: VerdictProps): void {
  const scores = pagesOf(proof).map(({ page, similarity, spot }) => ({ page, similarity, spot }));
  const receipt = seal.kind === 'checked' ? seal.verdict : null;
  const text = `${JSON.stringify({ verification, scores, receipt }, null, 2)}\n`;
  const name = afterName.replace(/\.pdf$/i, '');
  download(new Blob([text], { type: 'application/json' }), `${name}.comparison.json`);
}

/** Lists what was lost, then what is kept. */
function Categories({ verification }: { readonly verification: Verification }) {
  const lost = lostKinds(verification);
  const kept = verification.categories.filter((result) => !lost.includes(result) && isTold(result));
  return (
    <div className={lost.length > 0 ? 'pad verdict' : 'pad verdict all-kept'}>
      {lost.length > 0 && (
        <div className="lost">
          <h3>
            <TriangleAlert className="i" aria-hidden />
            {compareWords.lost}
          </h3>
          <dl>
            {lost.map((result) => (
              <Row key={result.kind} result={result} value={lostText(result)} isKept={false} />
            ))}
          </dl>
          <LossList kinds={lost} />
        </div>
      )}
      <div>
        <h3>
          <Check className="i" aria-hidden />
          {compareWords.kept}
        </h3>
        <dl>
          {kept.map((result) => (
            <Row
              key={result.kind}
              result={result}
              value={keptText(result)}
              isKept={result.before > 0 && result.kind !== 'metadata'}
            />
          ))}
        </dl>
      </div>
    </div>
  );
}

/** Kinds that are listed even if the documents have none of them. */
const ALWAYS_TOLD: ReadonlySet<string> = new Set([
  'text',
  'links',
  'bookmarks',
  'fields',
  'layers',
  'attachments',
]);

function isTold({ kind, before, added }: CategoryResult): boolean {
  return before > 0 || added > 0 || ALWAYS_TOLD.has(kind);
}

function Row(props: { readonly result: CategoryResult; readonly value: string; readonly isKept: boolean }) {
  return (
    <div className="lead">
      <dt>{kindLabel(props.result.kind)}</dt>
      <dd>
        {props.value}
        {props.isKept && <Check className="i" aria-hidden />}
      </dd>
    </div>
  );
}

/** The verdict on the receipt. */
function Seal({ seal }: { readonly seal: ReceiptCheckState }) {
  if (seal.kind === 'none') return null;
  if (seal.kind === 'checking') {
    return (
      <p className="hint seal-wait" role="status">
        {compareWords.receipt.checking}
      </p>
    );
  }
  if (seal.kind === 'failed') {
    return (
      <p className="hint seal-wait" role="alert">
        {compareWords.receipt.notChecked}
      </p>
    );
  }
  const { verdict } = seal;
  const { title, text } = receiptCheckText(verdict);
  const isSound = isReceiptValid(verdict);
  const Icon = isSound ? ShieldCheck : ShieldAlert;
  return (
    <div className={isSound ? 'seal' : 'seal broken'} role="status">
      <Icon className="i seal-icon" aria-hidden />
      <b>{title}</b>
      <p className="small">
        {text}{' '}
        {verdict.kind === 'made-again' && (
          <>
            SHA-256 <code>{shortDigest(verdict.sha256)}</code>
          </>
        )}
      </p>
    </div>
  );
}

function shortDigest(digest: string): string {
  const groups = digest.match(/.{4}/g) ?? [];
  return [...groups.slice(0, 2), '…', ...groups.slice(-2)].join(' ');
}
