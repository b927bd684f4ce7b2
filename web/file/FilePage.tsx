import './file.css';
import './receipt.css';
import './tables.css';
import { useRef } from 'react';
import { Redirect } from 'wouter';
import { type ImageOverride, type ImageOverrides, NO_OVERRIDES } from '../../shared/index.ts';
import { isActive, type Job, type Result, resultOf } from '../jobs/job.ts';
import { useJob, useJobStore } from '../jobs/use-jobs.ts';
import { receiptWords } from '../text/comparison/receipt.ts';
import { fileWords, receiptOf } from '../text/file.ts';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { badPages } from '../visual-diff/proof.ts';
import { ComparedPages } from './ComparedPages.tsx';
import { FileHead } from './FileHead.tsx';
import { FileSettings } from './FileSettings.tsx';
import { BytesPanel } from './inside/BytesPanel.tsx';
import { FontsPanel } from './inside/FontsPanel.tsx';
import { ImagesPanel } from './inside/ImagesPanel.tsx';
import { changedOnPages, imageRows } from './inside/image-rows.ts';
import { type InsightState, useFileDetails } from './inside/use-insight.ts';
import { Receipt } from './Receipt.tsx';
import { usePagesInView } from './use-pages-in-view.ts';
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
  useKeptFocus();
  const isCompared = !report.unchanged;
  // Repaired pages are compared first: the user waits for them.
  const repaired = useRef<readonly number[]>([]);
  const view = usePagesInView(job, result, repaired);
  const read = useFileDetails(job.file, blob, job.password);
  const insight = read.kind === 'known' ? read.insight : null;
  const saving = useReceiptSaving(job, result);
  const { overrides, override } = useOverrides(job);
  const bad = badPages(view.pages).map(({ page }) => page);
  const repair = changedOnPages(imageRows(report, insight?.before ?? null), bad);

  return (
    <>
      <FileHead job={job} result={result} />
      <div className="split file-split">
        {isCompared ? (
          <ComparedPages job={job} result={result} view={view} onOverride={override} />
        ) : (
          <p className="panel pad">{fileWords.compare.unchanged}</p>
        )}
        <div className="file-side">
          {isCompared && <FileSettings job={job} view={view} />}
          <Receipt
            report={report}
            proof={view.proof}
            insight={insight}
            note={noteOf(read)}
            trying={view.live.options && receiptOf(job.options, view.live.options)}
            saving={isActive(job) ? null : saving}
            repair={isActive(job) ? [] : repair}
            onRepair={() => {
              repaired.current = bad;
              override(Object.fromEntries(repair.map((object) => [object, { kind: 'keep' }])));
            }}
            onPage={(page) => {
              const spot = view.pages.find((proved) => proved.page === page)?.worstSpot;
              view.tell({ type: 'page-chosen', page, spot: spot ?? null });
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

/** The settings of single images, and how to change some of them. */
function useOverrides(job: Job) {
  const store = useJobStore();
  const overrides = job.imageOverrides ?? NO_OVERRIDES;
  const override = (given: Readonly<Record<number, ImageOverride | null>>) => {
    const imageOverrides = withOverrides(overrides, given);
    store.tell({ type: 'images-overridden', id: job.id, imageOverrides });
  };
  return { overrides, override };
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
