import { Check, Download, RotateCw } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { download } from '../../jobs/download.ts';
import { type Job, type Result, resultOf } from '../../jobs/job.ts';
import { dragOut } from '../../save/drag-out.ts';
import { format, nameParts } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import type { RowActions } from './row-actions.ts';
import type { LineScale } from './WeightLine.tsx';

const { row } = listWords;

/** Props of one row. */
export interface RowProps {
  readonly job: Job;
  /** File name of the result. */
  readonly resultName: string | undefined;
  /** Scale of the weight line. */
  readonly scale: LineScale;
  /** Whether its pages are compared only on request. */
  readonly needsAsking: (result: Result) => boolean;
  readonly actions: RowActions;
}

/** Folder, file name and badges. The folder is truncated first, then the middle of the name; its end stays. */
export function Name(props: {
  readonly job: Job;
  /** File name of the result, which makes it draggable out of the page. */
  readonly resultName?: string | undefined;
  readonly children?: ReactNode;
}) {
  const { job, resultName, children } = props;
  const result = resultOf(job);
  const drag =
    result === null || resultName === undefined
      ? {}
      : { draggable: true, onDragStart: (event: DragEvent) => dragOut(event, result.blob, resultName) };
  const { folder, file } = job;
  const { start, end } = nameParts(file.name);
  return (
    <div className="name">
      <bdi {...drag} className="whole-name" title={folder === '' ? file.name : `${folder}/${file.name}`}>
        {folder !== '' && <span className="folder">{folder}/</span>}
        <span className="stem">{start}</span>
        <span className="tail">{end}</span>
      </bdi>
      {children}
    </div>
  );
}

export function Sizes({ children }: { readonly children: ReactNode }) {
  return <div className="sizes num quiet-size">{children}</div>;
}

/** The saving, as a share and in bytes. */
export function Saving({ result }: { readonly result: Result }) {
  const { inputSize, outputSize, unchanged } = result.report;
  return (
    <div className="sizes num">
      <div className={unchanged ? 'percent none' : 'percent'}>{format.saving(inputSize, outputSize)}</div>
      <div className="from-to">{unchanged ? format.bytes(inputSize) : fromTo(result)}</div>
    </div>
  );
}

/** Saves the current result, or an earlier one; hidden without one. Shows a tick once saved. */
export function DownloadButton({ job, resultName, actions }: RowProps) {
  const result = resultOf(job);
  if (result === null || resultName === undefined) return null;
  const save = () => {
    download(result.blob, resultName);
    actions.saved(job.id);
  };
  const Icon = result.isSaved ? Check : Download;
  return (
    <button
      type="button"
      className={result.isSaved ? 'btn quiet sm icon saved-mark' : 'btn quiet sm icon'}
      aria-label={`${result.isSaved ? row.downloadAgain : row.download} ${job.file.name}, ${format.bytes(result.blob.size)}`}
      title={resultName}
      onClick={save}
    >
      <Icon className="i" aria-hidden />
    </button>
  );
}

/** Only if there is a difference to look at. */
export function CompareLink({ job }: RowProps) {
  if (resultOf(job)?.report.unchanged !== false) return null;
  return (
    <Link className="btn sm compare" href={`/f/${job.id}`}>
      {row.compare}
      <span className="sr"> {job.file.name}</span>
    </Link>
  );
}

export function RetryButton({ job, actions }: RowProps) {
  const isInsisting = job.state.kind === 'failed' && job.state.problem.code === 'does_not_fit';
  return (
    <button type="button" className="btn quiet" onClick={() => actions.retry(job.id)}>
      <RotateCw className="i" aria-hidden />
      {isInsisting ? row.tryAnyway : row.tryAgain}
      <span className="sr"> {job.file.name}</span>
    </button>
  );
}

export function MemoryButton({ job, actions }: RowProps) {
  return (
    <button type="button" className="btn" onClick={() => actions.saveMemory(job.id)}>
      {row.tryLowMemory}
      <span className="sr"> {job.file.name}</span>
    </button>
  );
}

export function RemoveButton({ job, actions }: RowProps) {
  return (
    <button type="button" className="btn quiet" onClick={() => actions.remove(job.id)}>
      {row.remove}
      <span className="sr"> {job.file.name}</span>
    </button>
  );
}

/** `48.6 MB → 11.2 MB` */
export function fromTo({ report }: Result): string {
  return row.fromTo(format.bytes(report.inputSize), format.bytes(report.outputSize));
}
