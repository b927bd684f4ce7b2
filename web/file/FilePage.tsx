import './file.css';
import './receipt.css';
import './tables.css';
import { useRef } from 'react';
import { Redirect } from 'wouter';
import { type ImageOverride, type ImageOverrides, NO_OVERRIDES } from '../../shared/index.ts';
import { limitOf } from '../jobs/fit.ts';
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
import { changedOnPages, imageRows, sizeWithOriginals } from './inside/image-rows.ts';
import { type InsightState, useFileDetails } from './inside/use-insight.ts';
import { Receipt, type RepairOffer } from './Receipt.tsx';
import { useDrawn } from './use-drawn.ts';
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
  const drawn = useDrawn(job, result);
  const saving = useReceiptSaving(job, result);
  const { overrides, override, undo } = useOverrides(job);
  const bad = badPages(view.pages).map(({ page }) => page);
  const rows = imageRows(report, insight?.before ?? null);
  // Until the last page is compared their number would still change.
  const objects = view.proof.kind === 'done' ? changedOnPages(rows, bad) : [];
  const keep = (): void => {
    repaired.current = bad;
    view.tell({ type: 'view-held' });
    override(Object.fromEntries(objects.map((object) => [object, { kind: 'keep' }])), true);
  };
  const bytes = sizeWithOriginals(blob.size, rows, objects);
  const repair: RepairOffer = {
    images: objects.length,
    bytes,
    overBy: Math.max(0, bytes - limitOf(job)) * Math.sign(limitOf(job)),
    onUse: keep,
  };

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
            drawn={drawn}
            trying={view.live.options && receiptOf(job.options, view.live.options)}
            saving={isActive(job) ? null : saving}
            repair={isActive(job) || objects.length === 0 ? null : repair}
            onUndo={isActive(job) || job.taken?.kind !== 'originals' ? null : undo}
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
  const override = (given: Readonly<Record<number, ImageOverride | null>>, isRepair = false) => {
    const imageOverrides = withOverrides(overrides, given);
    store.tell({ type: 'images-overridden', id: job.id, imageOverrides, isRepair });
  };
  const undo = () => store.tell({ type: 'remedy-undone', id: job.id });
  return { overrides, override, undo };
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
