import { Lock, PenLine, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useProof } from '../proof/use-proofs.ts';
import { format } from '../text/format.ts';
import { canBreakSignature, outcomeText } from '../text/outcomes.ts';
import { phaseText, WAITING } from '../text/phases.ts';
import { problemText } from '../text/problems.ts';
import { words } from '../text/words.ts';
import { Badge } from '../ui/Badge.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { canRetry, type JobProblem } from '../worker/problem.ts';
import { isLocked, type Result, resultOf } from './job.ts';
import { PasswordForm } from './PasswordForm.tsx';
import {
  DownloadButton,
  fromTo,
  Name,
  RemoveButton,
  RetryButton,
  type RowProps,
  Saving,
  Sizes,
} from './row-parts.tsx';
import { WeightLine } from './WeightLine.tsx';
import { WorkDetails } from './WorkDetails.tsx';

const { row } = words;
/** One file: what is happening to it, or what came of it. */
export function FileRow(props: RowProps) {
  const { job } = props;
  const { name } = job.file;
  return (
    <li className={`file ${job.state.kind}`} aria-label={name} tabIndex={-1} data-job={job.id}>
      {contents(props)}
    </li>
  );
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
      return <Done {...props} result={job.state.result} />;
    case 'failed':
      return <Failed {...props} problem={job.state.problem} />;
    case 'cancelled':
      return (
        <>
          <Name name={job.file.name} />
          <p className="meta">{row.cancelled}</p>
          <Sizes>{format.bytes(job.file.size)}</Sizes>
          <div className="acts">
            <RetryButton {...props} />
            <RemoveButton {...props} />
          </div>
        </>
      );
  }
}

/** A file that is done again shows the result it had until the new one is ready. */
function AtWork(props: RowProps & { readonly text: string; readonly fraction: number }) {
  const { file } = props.job;
  const kept = resultOf(props.job);
  return (
    <>
      <Name name={file.name} />
      <p className="meta phase">{props.text}</p>
      {kept === null ? <Sizes>{format.bytes(file.size)}</Sizes> : <Saving result={kept} />}
      <div className="acts">
        <DownloadButton {...props} />
        <button
          type="button"
          className="btn quiet icon"
          aria-label={`${row.cancel} ${file.name}`}
          onClick={props.onCancel}
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

function Done(props: RowProps & { readonly result: Result }) {
  const { job, result, scale } = props;
  const { report } = result;
  const [isOpen, setIsOpen] = useState(false);
  const { badge, line } = outcomeText(report, useProof(result.blob));
  const isSigned = canBreakSignature(report);
  return (
    <>
      <Name name={job.file.name}>
        {badge && (
          <Badge {...badge} icon={isSigned ? PenLine : badge.tone === 'warn' ? TriangleAlert : undefined} />
        )}
      </Name>
      <p className="meta">
        {!report.unchanged && <span className="num only-narrow sizes-line">{fromTo(result)}</span>}
        {line}{' '}
        {isSigned && (
          <button type="button" className="link" onClick={props.onWaiveSignature}>
            {row.compressAnyway}
            <span className="sr"> {job.file.name}</span>
          </button>
        )}
        {!report.unchanged && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {row.details}
            <span className="sr"> {job.file.name}</span>
          </button>
        )}
      </p>
      <Saving result={result} />
      <div className="acts">
        {!report.unchanged && (
          <Link className="btn quiet compare-link" href={`/f/${job.id}`}>
            {row.compare}
            <span className="sr"> {job.file.name}</span>
          </Link>
        )}
        <DownloadButton {...props} />
      </div>
      <div className="line">
        <WeightLine before={report.inputBytes} after={report.outputBytes} scale={scale} />
      </div>
      {isOpen && <WorkDetails report={report} />}
    </>
  );
}

function Failed(props: RowProps & { readonly problem: JobProblem }) {
  const { job, problem } = props;
  const { badge, tone, line } = problemText(problem);
  const isOpenable = isLocked(job);
  return (
    <>
      <Name name={job.file.name}>
        <Badge text={badge} tone={tone} icon={problem.code === 'encrypted_pdf' ? Lock : undefined} />
      </Name>
      <p className="meta said">
        {line} {resultOf(job) !== null && row.earlierResult}
      </p>
      <Sizes>{format.bytes(job.file.size)}</Sizes>
      <div className="acts wide">
        {canRetry(problem) && <RetryButton {...props} />}
        {problem.code === 'crashed' && (
          <CopyButton className="btn quiet" text={problem.report} label={row.copyReport} />
        )}
        <DownloadButton {...props} />
        {!isOpenable && <RemoveButton {...props} />}
      </div>
      {isOpenable && (
        <PasswordForm
          // A new attempt begins with an empty field.
          key={job.attempt}
          name={job.file.name}
          wasWrong={problem.code === 'encrypted_pdf' && problem.reason === 'wrong-password'}
          onPassword={props.onPassword}
          onSkip={props.onCancel}
        />
      )}
    </>
  );
}
