import type { ImageOverride } from '../../shared/index.ts';
import { isActive, type Job, type Result } from '../jobs/job.ts';
import { useJobStore } from '../jobs/use-jobs.ts';
import { SeparatedPage } from '../scans/SeparatedPage.tsx';
import { fileWords, triedTag } from '../text/file.ts';
import { Compare } from './compare/Compare.tsx';
import type { OpenSession } from './compare/use-session.ts';
import type { PagesInView } from './use-pages-in-view.ts';

/** Both files page by page, and the way back from a separated scan. */
export function ComparedPages(props: {
  readonly job: Job;
  readonly result: Result;
  readonly view: PagesInView;
  readonly onOverride: (given: Readonly<Record<number, ImageOverride>>) => void;
}) {
  const { job, view } = props;
  const { open, worst, look, tell } = view;
  const { tried } = view.live;
  const store = useJobStore();
  const withoutSeparation = { ...job.options, mrc: 'off', ink: 'off' } as const;
  return (
    <section aria-label={fileWords.compare.title}>
      {open.kind === 'open' ? (
        <>
          <Compare
            session={open.session}
            tried={tried && { session: tried.session, tag: triedTag(tried.options, job.options) }}
            look={look}
            tell={tell}
            proofs={new Map(view.pages.map((page) => [page.page, page]))}
            lowest={worst !== undefined && worst.similarity < 1 ? worst.page : undefined}
          />
          {!isActive(job) && (
            <SeparatedPage
              report={props.result.report}
              page={look.page}
              onUndo={(object) =>
                props.onOverride({ [object]: { kind: 'quality', quality: job.options.quality } })
              }
              onUndoAll={() =>
                store.tell({ type: 'own-options-set', id: job.id, options: withoutSeparation })
              }
            />
          )}
        </>
      ) : (
        <NotOpen open={open} onRetry={view.retry} />
      )}
    </section>
  );
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
