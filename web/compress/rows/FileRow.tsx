import { GripVertical, Lock, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { isLocked, resultOf, shownName } from '../../jobs/job.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { phaseText, WAITING } from '../../text/phases.ts';
import { problemText } from '../../text/problems.ts';
import { words } from '../../text/words.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { asksForLessMemory, canRetry, type JobProblem } from '../../worker/problem.ts';
import { RowPicture } from '../quick-look/RowPicture.tsx';
import { DoneRow } from './DoneRow.tsx';
import { FactBadges } from './FactBadges.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import {
  DownloadButton,
  MemoryButton,
  Name,
  RemoveButton,
  RetryButton,
  type RowProps,
  Saving,
  Sizes,
} from './row-parts.tsx';
import './rows.css';

const { row } = listWords;

/** Position of a row in a list of which only a part is rendered, from 1; null if all is. */
interface Placed {
  readonly place: number | null;
  readonly count: number;
}

/** One file with its progress or result. Re-renders only when its own job changes. */
export const FileRow = memo(function FileRow(props: RowProps & Placed) {
  const { job, place } = props;
  return (
    <li
      className={classOf(job)}
      aria-label={shownName(job)}
      aria-posinset={place ?? undefined}
      aria-setsize={place === null ? undefined : props.count}
      tabIndex={-1}
      data-job={job.id}
      data-key={job.id}
    >
      {props.hasPicture && <RowPicture job={job} onLook={props.actions.look} />}
      {props.canMove && (
        <span className="drag-handle" draggable title={row.drag} aria-hidden>
          <GripVertical className="i" />
        </span>
      )}
      {contents(props)}
    </li>
  );
});

function classOf({ state, isLeftOut }: RowProps['job']): string {
  return isLeftOut === true ? `file ${state.kind} left-out` : `file ${state.kind}`;
}

function contents(props: RowProps): ReactNode {
  const { job } = props;
  switch (job.state.kind) {
    case 'waiting':
      return <AtWork {...props} text={WAITING} fraction={0} />;
    case 'running': {
      const { progress } = job.state;
      return <AtWork {...props} text={phaseText(progress)} fraction={progress.fraction} />;
    }
    case 'done':
      return <DoneRow {...props} result={job.state.result} />;
    case 'failed':
      return <Failed {...props} problem={job.state.problem} />;
    case 'cancelled':
      return (
        <>
          <Name job={job} />
          <p className="meta">{row.cancelled}</p>
          <Sizes>{format.bytes(job.file.size)}</Sizes>
          <div className="acts wide">
            <RetryButton {...props} />
            <RemoveButton {...props} />
          </div>
        </>
      );
  }
}

/** A file that is compressed again shows its previous result until the new one is ready. */
function AtWork(props: RowProps & { readonly text: string; readonly fraction: number }) {
  const { job, actions } = props;
  const { file } = job;
  const kept = resultOf(job);
  return (
    <>
      <Name job={job}>
        <FactBadges probe={job.probe} />
      </Name>
      <p className="meta phase">
        {props.text}
        {job.savesMemory && ` · ${row.lowMemory}`}
      </p>
      {kept === null ? <Sizes>{format.bytes(file.size)}</Sizes> : <Saving result={kept} />}
      <div className="acts">
        <DownloadButton {...props} />
        <button
          type="button"
          className="btn quiet icon"
          aria-label={`${row.cancel} ${file.name}`}
          onClick={() => actions.cancel(job.id)}
        >
          <X className="i" aria-hidden />
        </button>
      </div>
      <div className="line">
        <ProgressBar label={file.name} fraction={props.fraction} text={props.text} size="thin" />
      </div>
    </>
  );
}

function Failed(props: RowProps & { readonly problem: JobProblem }) {
  const { job, problem, actions } = props;
  const { badge, tone, line } = problemText(problem);
  const isOpenable = isLocked(job);
  return (
    <>
      <Name job={job}>
        <Badge text={badge} tone={tone} icon={problem.code === 'encrypted_pdf' ? Lock : undefined} />
      </Name>
      <p className="meta said">
        {line} {resultOf(job) !== null && row.earlierResult}
      </p>
      <Sizes>{format.bytes(job.file.size)}</Sizes>
      <div className="acts wide">
        {asksForLessMemory(problem) && !job.savesMemory && <MemoryButton {...props} />}
        {canRetry(problem) && <RetryButton {...props} />}
        {problem.code === 'crashed' && (
          <CopyButton className="btn quiet" text={problem.report} label={words.crash.copyReport} />
        )}
        <DownloadButton {...props} />
        {!isOpenable && <RemoveButton {...props} />}
      </div>
      {isOpenable && (
        <PasswordForm
          // Each attempt starts with an empty field.
          key={job.attempt}
          name={job.file.name}
          wasWrong={problem.code === 'encrypted_pdf' && problem.reason === 'wrong-password'}
          onPassword={(password) => actions.givePassword([job.id], password)}
          onSkip={() => actions.cancel(job.id)}
        />
      )}
    </>
  );
}
