import { Download, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { cutMiddle, format } from '../text/format.ts';
import { words } from '../text/words.ts';
import { download } from './download.ts';
import { type Job, type Result, resultOf } from './job.ts';

const { row } = words;

/** Letters of a name before it is cut in the middle; CSS cuts what is still too long. */
const LONGEST_NAME = 64;

/** What a person can ask of one file. */
export interface RowActions {
  readonly onCancel: () => void;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
  readonly onPassword: (password: string) => void;
  readonly onWaiveSignature: () => void;
  readonly onSaved: () => void;
}

/** One row: its file, and what can be asked of it. */
export interface RowProps extends RowActions {
  readonly job: Job;
  /** What its result is saved as. */
  readonly resultName: string | undefined;
  /** Bytes of the largest file: the full width of every weight line. */
  readonly scale: number;
}

/** The file's name, whole in its title, with badges after it. */
export function Name({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  return (
    <div className="name">
      <span title={name}>{cutMiddle(name, LONGEST_NAME)}</span>
      {children}
    </div>
  );
}

export function Sizes({ children }: { readonly children: ReactNode }) {
  return <div className="sizes num quiet-size">{children}</div>;
}

/** What was saved, as a share and in bytes. */
export function Saving({ result }: { readonly result: Result }) {
  const { inputBytes, outputBytes, unchanged } = result.report;
  return (
    <div className="sizes num">
      <div className={unchanged ? 'percent none' : 'percent'}>{format.saving(inputBytes, outputBytes)}</div>
      <div className="from-to">{unchanged ? format.bytes(inputBytes) : fromTo(result)}</div>
    </div>
  );
}

/** Saves the result there is, also an earlier one; nothing where there is none. */
export function DownloadButton({ job, resultName, onSaved }: RowProps) {
  const result = resultOf(job);
  if (result === null || resultName === undefined) return null;
  const save = () => {
    download(result.blob, resultName);
    onSaved();
  };
  return (
    <button
      type="button"
      className="btn quiet icon"
      aria-label={`${row.download} ${job.file.name}, ${format.bytes(result.blob.size)}`}
      title={resultName}
      onClick={save}
    >
      <Download className="i" aria-hidden />
    </button>
  );
}

export function RetryButton({ job, onRetry }: RowProps) {
  return (
    <button type="button" className="btn quiet" onClick={onRetry}>
      <RotateCw className="i" aria-hidden />
      {row.tryAgain}
      <span className="sr"> {job.file.name}</span>
    </button>
  );
}

export function RemoveButton({ job, onRemove }: RowProps) {
  return (
    <button type="button" className="btn quiet" onClick={onRemove}>
      {row.remove}
      <span className="sr"> {job.file.name}</span>
    </button>
  );
}

/** `48.6 MB → 11.2 MB` */
export function fromTo({ report }: Result): string {
  return `${format.bytes(report.inputBytes)} → ${format.bytes(report.outputBytes)}`;
}
