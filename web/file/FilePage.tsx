import './file.css';
import './receipt.css';
import './tables.css';
import { useEffect, useReducer, useRef, useState } from 'react';
import { Redirect } from 'wouter';
import { type ImageOverride, type ImageOverrides, NO_OVERRIDES } from '../../shared/index.ts';
import { isActive, type Job, type Result, resultOf } from '../jobs/job.ts';
import { useJob, useJobStore } from '../jobs/use-jobs.ts';
import { separationAsked } from '../scans/mrc-requests.ts';
import { SeparatedPage } from '../scans/SeparatedPage.tsx';
import { receiptWords } from '../text/comparison/receipt.ts';
import { fileWords } from '../text/file.ts';
import { badPages, pagesOf, worstPage } from '../visual-diff/proof.ts';
import { useProof } from '../visual-diff/use-proofs.ts';
import { Compare } from './compare/Compare.tsx';
import { type CompareState, compareReducer, initialCompareState, keepLook } from './compare/compare-state.ts';
import { type OpenSession, useSession } from './compare/use-session.ts';
import { FileHead } from './FileHead.tsx';
import { BytesPanel } from './inside/BytesPanel.tsx';
import { FontsPanel } from './inside/FontsPanel.tsx';
import { ImagesPanel } from './inside/ImagesPanel.tsx';
import { changedOnPages, imageRows } from './inside/image-rows.ts';
import { type InsightState, useFileDetails } from './inside/use-insight.ts';
import { LivePanel } from './live-preview/LivePanel.tsx';
import { type FirstTry, useLivePreview } from './live-preview/use-live.ts';
import { Receipt } from './Receipt.tsx';
import { useReceiptSaving } from './use-receipt-saving.ts';

/** One file: visual comparison, checks, and how its bytes are used. */
export default function FilePage({ id }: { readonly id: number }) {
  const job = useJob(id);
  const result = job === undefined ? null : resultOf(job);
  // The file was removed or never existed.
  if (job === undefined || result === null) return <Redirect to="/" replace />;
  return <File job={job} result={result} />;
}

function File({ job, result }: { readonly job: Job; readonly result: Result }) {
  const { report, blob } = result;
  const [attempt, setAttempt] = useState(1);
  const isCompared = !report.unchanged;
  // Repaired pages are compared first: the user waits for them.
  const repaired = useRef<readonly number[]>([]);
  const open = useSession(
    isCompared ? { before: job.file, after: blob, password: job.password } : null,
    attempt,
    repaired,
  );
  const proof = useProof(blob);
  const pages = pagesOf(proof);
  const worst = worstPage(pages);
  const store = useJobStore();
  const [asked] = useState(() => separationAsked(job));
  const [look, tell] = useReducer(compareReducer, asked, lookAt);
  const live = useLivePreview(job, look.page, asked);
  const { prepare } = live;
  // Prepares other pages when the pointer approaches a slider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => {
    // Before both files are read for the receipt: a slider may move at once, while the receipt can wait.
    if (isCompared) prepare();
  }, [isCompared]);
  const read = useFileDetails(job.file, blob, job.password);
  const insight = read.kind === 'known' ? read.insight : null;
  const saving = useReceiptSaving(job, result);
  const overrides = job.imageOverrides ?? NO_OVERRIDES;
  const bad = badPages(pages).map(({ page }) => page);
  const repair = changedOnPages(imageRows(report, insight?.before ?? null), bad);
  const override = (given: Readonly<Record<number, ImageOverride | null>>) => {
    const imageOverrides = withOverrides(overrides, given);
    store.tell({ type: 'images-overridden', id: job.id, imageOverrides });
  };
  useEffect(() => keepLook(look), [look]);
  useEffect(() => {
    if (worst !== undefined) tell({ type: 'worst-found', page: worst.page, spot: worst.worstSpot });
  }, [worst]);

  return (
    <>
      <FileHead job={job} result={result} />
      <div className="split file-split">
        {isCompared ? (
          <section aria-label={fileWords.compare.title}>
            {open.kind === 'open' ? (
              <>
                <Compare
                  session={open.session}
                  tried={live.tried?.session ?? null}
                  look={look}
                  tell={tell}
                  proofs={new Map(pages.map((page) => [page.page, page]))}
                  lowest={worst !== undefined && worst.similarity < 1 ? worst.page : undefined}
                />
                {!isActive(job) && (
                  <SeparatedPage
                    report={report}
                    page={look.page}
                    onUndo={(object) =>
                      override({ [object]: { kind: 'quality', quality: job.options.quality } })
                    }
                    onUndoAll={() =>
                      store.tell({
                        type: 'own-options-set',
                        id: job.id,
                        options: { ...job.options, mrc: 'off' },
                      })
                    }
                  />
                )}
              </>
            ) : (
              <NotOpen open={open} onRetry={() => setAttempt(attempt + 1)} />
            )}
          </section>
        ) : (
          <p className="panel pad">{fileWords.compare.unchanged}</p>
        )}
        <div className="file-side">
          {isCompared && (
            <LivePanel
              job={job}
              live={{
                ...live,
                // Moving a slider selects the page in view: no worse page replaces it.
                set: (options) => {
                  if (look.followsWorst) tell({ type: 'page-chosen', page: look.page, spot: look.center });
                  live.set(options);
                },
              }}
              isBusy={isActive(job)}
              onUse={() => {
                const { options } = live;
                live.leave();
                if (options !== null) store.tell({ type: 'own-options-set', id: job.id, options });
              }}
            />
          )}
          <Receipt
            report={report}
            proof={proof}
            insight={insight}
            note={noteOf(read)}
            saving={isActive(job) ? null : saving}
            repair={isActive(job) ? [] : repair}
            onRepair={() => {
              repaired.current = bad;
              override(Object.fromEntries(repair.map((object) => [object, { kind: 'keep' }])));
            }}
            onPage={(page) => {
              const spot = pages.find((proved) => proved.page === page)?.worstSpot;
              tell({ type: 'page-chosen', page, spot: spot ?? null });
            }}
          />
        </div>
      </div>
      {insight && <BytesPanel {...insight} />}
      <ImagesPanel
        file={job.file}
        password={job.password}
        report={report}
        before={insight?.before ?? null}
        overrides={overrides}
        onOverride={(object, given) => override({ [object]: given })}
      />
      <FontsPanel report={report} />
    </>
  );
}

/** Reuses the previous file's view, at the previewed page if there is one. */
function lookAt(asked: FirstTry | null): CompareState {
  const look = initialCompareState();
  return asked === null ? look : { ...look, page: asked.page, followsWorst: false };
}

function noteOf(read: InsightState): string | null {
  if (read.kind === 'known') return null;
  return read.kind === 'reading' ? receiptWords.reading : receiptWords.unreadable;
}

/** Null removes an override. */
function withOverrides(
  overrides: ImageOverrides,
  given: Readonly<Record<number, ImageOverride | null>>,
): ImageOverrides {
  const all = Object.entries({ ...overrides, ...given });
  return Object.fromEntries(all.filter((entry): entry is [string, ImageOverride] => entry[1] !== null));
}

/** Shown until the renders are available, or if they cannot be. */
function NotOpen({ open, onRetry }: { readonly open: OpenSession; readonly onRetry: () => void }) {
  const { compare } = fileWords;
  return (
    <div className="view not-open">
      {open.kind === 'failed' ? (
        <div className="stage-said" role="alert">
          <p>{compare.problems[open.problem]}</p>
          <button type="button" className="btn" onClick={onRetry}>
            {compare.tryAgain}
          </button>
        </div>
      ) : (
        <p className="stage-said" role="status">
          {compare.opening}
        </p>
      )}
    </div>
  );
}
