import { Check, Download, RotateCw } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { type Job, type Result, resultOf, savedSize, shownName } from '../../jobs/job.ts';
import { downloadLabel } from '../../save/download-label.ts';
import { dragOut } from '../../save/drag-out.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { CutName } from '../../ui/CutName.tsx';
import type { RowActions } from './row-actions.ts';
import type { LineScale } from './WeightLine.tsx';

const { row } = listWords;

/** Props of one row. */
export interface RowProps {
  readonly job: Job;
  /** File name of the result. */
  readonly resultName: string | undefined;
  /** Position in the list, if another element refers to it by number. */
  readonly number: number | null;
  /** Scale of the weight line. */
  readonly scale: LineScale;
  /** Whether it can be moved within the list. */
  readonly canMove: boolean;
  /** Whether the row shows page 1 of its result. */
  readonly hasPicture: boolean;
  /** Whether its pages are compared only on request. */
  readonly needsAsking: (result: Result) => boolean;
  /** The button above the list saves its result: no second one beside it. */
  readonly isSavedAbove: boolean;
  readonly actions: RowActions;
}

/** Folder, file name and badges. The folder is truncated first, then the middle of the name; its end stays. */
export function Name(props: {
  readonly job: Job;
  /** File name of the result, which makes it draggable out of the page. */
  readonly resultName?: string | undefined;
  readonly number?: number | null;
  readonly children?: ReactNode;
}) {
  const { job, resultName, children } = props;
  const result = resultOf(job);
  const drag =
    result === null || resultName === undefined || result.parts !== undefined
      ? {}
      : { draggable: true, onDragStart: (event: DragEvent) => dragOut(event, result.blob, resultName) };
  const { folder, file } = job;
  return (
    <div className="name">
      {typeof props.number === 'number' && <i className="disc num">{format.count(props.number)}</i>}
      <bdi {...drag} className="whole-name" title={folder === '' ? file.name : `${folder}/${file.name}`}>
        <CutName name={shownName(job)} folder={folder} />
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
  const { inputSize, unchanged } = result.report;
  const isWhole = unchanged && result.parts === undefined;
  return (
    <div className="sizes num">
      <div className={isWhole ? 'percent none' : 'percent'}>
        {format.saving(inputSize, savedSize(result))}
      </div>
      <div className="from-to">{isWhole ? format.bytes(inputSize) : fromTo(result)}</div>
    </div>
  );
}

/** Saves the current result, or an earlier one; hidden without one. Shows a tick once saved. */
export function DownloadButton({ job, resultName, actions }: RowProps) {
  const result = resultOf(job);
  if (result === null || resultName === undefined) return null;
  const Icon = result.isSaved ? Check : Download;
  return (
    <button
      type="button"
      className={result.isSaved ? 'btn quiet sm icon saved-mark' : 'btn quiet sm icon'}
      aria-label={downloadLabel(job, result)}
      title={resultName}
      onClick={() => actions.save(job.id)}
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
      <span className="sr"> {shownName(job)}</span>
    </Link>
  );
}

export function RetryButton({ job, actions }: RowProps) {
  const isInsisting = job.state.kind === 'failed' && job.state.problem.code === 'does_not_fit';
  return (
    <button type="button" className="btn quiet" onClick={() => actions.retry(job.id)}>
      <RotateCw className="i" aria-hidden />
      {isInsisting ? row.tryAnyway : row.tryAgain}
      <span className="sr"> {shownName(job)}</span>
    </button>
  );
}

export function MemoryButton({ job, actions }: RowProps) {
  return (
    <button type="button" className="btn" onClick={() => actions.saveMemory(job.id)}>
      {row.tryLowMemory}
      <span className="sr"> {shownName(job)}</span>
    </button>
  );
}

export function RemoveButton({ job, actions }: RowProps) {
  return (
    <button type="button" className="btn quiet" onClick={() => actions.remove(job.id)}>
      {row.remove}
      <span className="sr"> {shownName(job)}</span>
    </button>
  );
}

/** `48.6 MB → 11.2 MB` */
export function fromTo(result: Result): string {
  return row.fromTo(format.bytes(result.report.inputSize), format.bytes(savedSize(result)));
}
