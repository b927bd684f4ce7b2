import { Download, RotateCw, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { download } from '../../jobs/download.ts';
import { type Job, type Result, resultOf } from '../../jobs/job.ts';
import { cutMiddle, format } from '../../text/format.ts';
import { words } from '../../text/words.ts';
import type { RowActions } from './row-actions.ts';

const { row } = words;

/** Letters of a name before it is cut in the middle; CSS cuts what is still too long. */
const LONGEST_NAME = 64;

/** One row: its file, and what can be asked of it. */
export interface RowProps {
  readonly job: Job;
  /** What its result is saved as. */
  readonly resultName: string | undefined;
  /** Bytes of the largest file: the full width of every weight line. */
  readonly scale: number;
  readonly actions: RowActions;
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
export function DownloadButton({ job, resultName, actions }: RowProps) {
  const result = resultOf(job);
  if (result === null || resultName === undefined) return null;
  const save = () => {
    download(result.blob, resultName);
    actions.saved(job.id);
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

/** Only where there is a difference to look at. */
export function CompareLink({ job, look }: RowProps & { readonly look: 'button' | 'link' }) {
  if (resultOf(job)?.report.unchanged !== false) return null;
  return (
    <Link className={look === 'button' ? 'btn quiet compare-button' : 'compare-link'} href={`/f/${job.id}`}>
      {row.compare}
      <span className="sr"> {job.file.name}</span>
    </Link>
  );
}

/** Settings for this file alone. */
export function SettingsButton({ job, actions }: RowProps) {
  return (
    <button
      type="button"
      className="btn quiet icon"
      aria-label={`${row.settingsFor} ${job.file.name}`}
      title={row.settingsFor}
      onClick={() => actions.openSettings(job.id)}
    >
      <SlidersHorizontal className="i" aria-hidden />
    </button>
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
  return `${format.bytes(report.inputBytes)} → ${format.bytes(report.outputBytes)}`;
}
