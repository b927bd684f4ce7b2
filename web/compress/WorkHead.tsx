import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { isActive, type Job } from '../jobs/job.ts';
import { useTimeLeft } from '../jobs/use-time-left.ts';
import { SaveButtons } from '../save/SaveButtons.tsx';
import type { SaveAll } from '../save/use-saving.ts';
import { headline, overallFraction, resultLine, workingLine } from '../text/summary.ts';
import { words } from '../text/words.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { StartOver } from './StartOver.tsx';

/** The headline over the list: what is done of it, then what came of it and how to take it along. */
export function WorkHead(props: {
  readonly jobs: readonly Job[];
  /** Focused when work starts. */
  readonly headlineRef: RefObject<HTMLHeadingElement | null>;
  readonly saveAll: SaveAll;
  readonly onSaved: (ids: readonly number[]) => void;
  readonly onCancelAll: () => void;
  readonly onStartOver: () => void;
}) {
  const { jobs } = props;
  const isWorking = jobs.some(isActive);
  const fraction = overallFraction(jobs);
  const leftMs = useTimeLeft(isWorking ? fraction : null);
  const { lit, text } = headline(jobs);
  const hasUnsaved = jobs.some(({ state }) => state.kind === 'done' && !state.result.isSaved);
  const line = isWorking ? workingLine(jobs, leftMs) : resultLine(jobs);
  return (
    <div className={isWorking ? 'head working' : 'head'}>
      <div className="head-row">
        <h1 id="work-headline" ref={props.headlineRef} tabIndex={-1}>
          {lit && <span className="shine num">{lit}</span>}
          {text}
        </h1>
        {isWorking && (
          <button type="button" className="btn" onClick={props.onCancelAll}>
            <X className="i" aria-hidden />
            {words.work.cancelAll}
          </button>
        )}
      </div>
      {line && <p className="soft num-line">{line}</p>}
      {isWorking ? (
        <ProgressBar label={words.work.allFiles} fraction={fraction} size="tall" />
      ) : (
        <div className="row head-acts">
          <SaveButtons jobs={jobs} all={props.saveAll} onSaved={props.onSaved} />
          <StartOver hasUnsaved={hasUnsaved} onStartOver={props.onStartOver} />
        </div>
      )}
    </div>
  );
}
