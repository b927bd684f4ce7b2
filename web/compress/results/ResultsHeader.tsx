import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { AllocationState } from '../../jobs/allocation.ts';
import { handedOut, isActive, type Job } from '../../jobs/job.ts';
import { useTimeLeft } from '../../jobs/use-time-left.ts';
import type { Limits } from '../../options/settings.ts';
import { SaveButtons } from '../../save/SaveButtons.tsx';
import type { SaveAll } from '../../save/use-saving.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import type { Outcome } from '../../text/outcome/outcome.ts';
import {
  type Headline as HeadlineParts,
  headline,
  leftOutLine,
  overallFraction,
  workingLine,
} from '../../text/summary.ts';
import { words } from '../../text/words.ts';
import { customProperties } from '../../ui/custom-properties.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { type MenuEntry, RowMenu } from '../../ui/RowMenu.tsx';
import { Filters, type FiltersProps } from './Filters.tsx';
import { FitLine } from './FitLine.tsx';
import { NextSteps } from './NextSteps.tsx';
import { useStuck } from './use-stuck.ts';

const { work } = words;

/** Shorter lists have no filters. */
const WORTH_FILTERS = 3;

/** The headline above the list: the outcome, and the download. It stays visible in a compact form. */
export function ResultsHeader(props: {
  readonly jobs: readonly Job[];
  /** Null during work. */
  readonly outcome: Outcome | null;
  /** State of one limit for all files, if requested. */
  readonly together: AllocationState | null;
  /** Focused when work starts. */
  readonly headlineRef: RefObject<HTMLHeadingElement | null>;
  readonly saveAll: SaveAll;
  readonly sight: FiltersProps;
  readonly onCompareAll: () => void;
  readonly onCancelAll: () => void;
  readonly onSplit: (id: number) => void;
  /** If the files go in several mails. */
  readonly mailing: { readonly save: () => void; readonly undo: () => void } | null;
  /** Limits of the settings. */
  readonly limits: Limits;
  readonly onLimits: (limits: Limits) => void;
  /** Actions on the whole list. */
  readonly menu: readonly MenuEntry[];
}) {
  const { jobs, sight } = props;
  const mark = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const isStuck = useStuck(mark);
  // What the compact form takes less remains as space below it, or the list would jump. Measured before the first scroll
  // event: the list can appear scrolled, after an undo.
  const [heights, setHeights] = useState({ whole: 0, stuck: 0 });
  useLayoutEffect(() => {
    const form = isStuck ? 'stuck' : 'whole';
    const height = head.current?.offsetHeight ?? 0;
    setHeights((known) => (known[form] === height ? known : { ...known, [form]: height }));
  });
  const isWorking = jobs.some(isActive);
  const fraction = overallFraction(jobs);
  const leftMs = useTimeLeft(isWorking ? fraction : null);
  const active = jobs.filter(isActive).length;
  const menu = <RowMenu label={listWords.head.menu} entries={props.menu} />;
  return (
    <>
      <div ref={mark} className="head-mark" />
      <div
        className={['head', isWorking && 'working', isStuck && 'stuck'].filter(Boolean).join(' ')}
        ref={head}
        style={isStuck ? customProperties({ '--spared': `${heights.whole - heights.stuck}px` }) : undefined}
      >
        <div className="head-row">
          <h1 id="work-headline" ref={props.headlineRef} tabIndex={-1}>
            <Headline {...(props.outcome?.headline ?? headline(jobs))} />
          </h1>
          {isWorking ? (
            <div className="row head-acts">
              <button type="button" className="btn" onClick={props.onCancelAll}>
                <X className="i" aria-hidden />
                {active === 1 && jobs.length === 1 ? work.cancel : work.cancelAll}
              </button>
              {menu}
            </div>
          ) : (
            <div className="row head-acts">
              {props.outcome && (
                <SaveButtons
                  jobs={jobs}
                  all={props.saveAll}
                  onFolders={props.mailing?.save ?? null}
                  {...props.outcome.download}
                />
              )}
              {menu}
            </div>
          )}
        </div>
        {isWorking ? <p className="soft num-line">{workingLine(jobs, leftMs)}</p> : <ResultLine {...props} />}
        {props.mailing && (
          <button type="button" className="link" onClick={props.mailing.undo}>
            {listWords.changed.undo}
          </button>
        )}
        <FitLine limits={props.limits} onChange={props.onLimits} />
        {isWorking || (jobs.length < WORTH_FILTERS && sight.query === null) ? (
          // A single file has its own bar, in its row.
          jobs.length > 1 && (
            <LastLine jobs={jobs}>
              {isWorking && <ProgressBar label={work.allFiles} fraction={fraction} size="tall" />}
            </LastLine>
          )
        ) : (
          <Filters {...sight} />
        )}
      </div>
    </>
  );
}

/** As high during the work as after it: when the last file ends, no row may move from under the pointer. */
function LastLine({ jobs, children }: { readonly jobs: readonly Job[]; readonly children?: ReactNode }) {
  return <div className={jobs.length >= WORTH_FILTERS ? 'filters head-last' : 'head-last'}>{children}</div>;
}

function Headline({ before, lit, text }: HeadlineParts) {
  return (
    <>
      {before}
      {lit && <span className="shine num">{lit}</span>}
      {text}
    </>
  );
}

function ResultLine(props: Parameters<typeof ResultsHeader>[0]) {
  const { jobs, saveAll, sight } = props;
  const withResult = jobs.filter((job) => handedOut(job) !== null);
  const unsaved = withResult.filter((job) => handedOut(job)?.isSaved === false);
  const saved = withResult.length - unsaved.length;
  const uncompared = sight.counts.uncompared;
  const leftOut = leftOutLine(jobs);
  const line = props.outcome?.line ?? '';
  return (
    <>
      <p className="soft num-line head-line">
        {line}
        {saved > 0 && (
          <>
            {line && ' · '}
            {withResult.length > 1 ? work.saved(format.count(saved)) : listWords.row.savedMark}
            {unsaved.length === 0 && (
              <NextSteps
                only={withResult.length === 1 ? (withResult[0] ?? null) : null}
                onSplit={props.onSplit}
              />
            )}
            {unsaved.length > 0 && (
              <>
                {', '}
                <button
                  type="button"
                  className="link"
                  onClick={() => saveAll.asZip(unsaved.map(({ id }) => id))}
                >
                  {work.downloadOthers(format.count(unsaved.length))}
                </button>
              </>
            )}
          </>
        )}
        {uncompared > 1 && (
          <>
            {' · '}
            {work.notCompared(format.count(uncompared))},{' '}
            <button type="button" className="link" onClick={props.onCompareAll}>
              {work.compareThem}
            </button>
          </>
        )}
      </p>
      {leftOut && withResult.length > 0 && <p className="hint head-line">{leftOut}</p>}
    </>
  );
}
