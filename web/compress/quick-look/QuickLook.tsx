import { Dialog } from '@base-ui/react/dialog';
import { Download, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { isComparable, type Job, type Result, savedSize, shownName } from '../../jobs/job.ts';
import { proofText } from '../../text/comparison/proofs.ts';
import { fileWords } from '../../text/file.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { BitmapCanvas } from '../../ui/BitmapCanvas.tsx';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';
import { Grip } from '../../ui/Grip.tsx';
import { useProof } from '../../visual-diff/use-proofs.ts';
import { lookable, useFirstPages } from './use-first-pages.ts';
import './quick-look.css';

const { look: text, row } = listWords;
const { compare } = fileWords;

/** Percent per press of an arrow key. */
const STEP = 5;

/** A light dialog with page 1 of a file, before and after. The arrow keys lead to the files above and below. */
export function QuickLook(props: {
  /** The file it shows; null if closed. */
  readonly id: number | null;
  /** The files in the order of the list. */
  readonly jobs: readonly Job[];
  readonly onLook: (id: number | null) => void;
  readonly onSave: (id: number) => void;
}) {
  const { id, onLook } = props;
  const files = lookable(props.jobs);
  const at = files.findIndex((job) => job.id === id);
  const job = files[at];
  const [split, setSplit] = useState(50);
  const popup = useRef<HTMLDivElement>(null);
  const last = useRef<number>(null);
  if (id !== null) last.current = id;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1 }[event.key];
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    // A button keeps its space bar.
    const isClosing = event.key === ' ' && !(event.target as HTMLElement).closest('button, a');
    if (to === undefined && by === undefined && !isClosing) return;
    event.preventDefault();
    event.stopPropagation();
    if (isClosing) onLook(null);
    if (by !== undefined) setSplit(Math.min(100, Math.max(0, split + by)));
    const next = to === undefined ? undefined : files[to];
    if (next !== undefined) onLook(next.id);
  };
  return (
    <Dialog.Root open={job !== undefined} onOpenChange={(isOpen) => !isOpen && onLook(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className="dialog quick-look"
          ref={popup}
          onKeyDownCapture={onKeyDown}
          // No button: the space bar closes it.
          initialFocus={popup}
          // The row of the file that was looked at last.
          finalFocus={() => document.querySelector<HTMLElement>(`[data-job="${last.current}"]`)}
        >
          {job?.state.kind === 'done' && (
            <Looked
              job={job}
              result={job.state.result}
              split={split}
              onSplit={setSplit}
              onSave={() => props.onSave(job.id)}
              onClose={() => onLook(null)}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Looked(props: {
  readonly job: Job;
  readonly result: Result;
  readonly split: number;
  readonly onSplit: (split: number) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}) {
  const { job, result } = props;
  const { report, blob } = result;
  const proof = proofText(useProof(blob));
  const isKept = !isComparable(result);
  const sizes = row.fromTo(format.bytes(report.inputSize), format.bytes(savedSize(result)));
  const line = [
    report.unchanged && result.parts === undefined ? fileWords.originalKept : sizes,
    proof?.line,
    compare.page(1, report.document.pages - (result.parts?.leftOut?.length ?? 0)),
  ];
  return (
    <>
      <div className="look-head">
        <div>
          <Dialog.Title className="look-name">
            <bdi>{shownName(job)}</bdi>
          </Dialog.Title>
          <Dialog.Description className="hint num" role="status">
            {line.filter(Boolean).join(' · ')}
          </Dialog.Description>
        </div>
        {!isKept && (
          <Link className="btn sm" href={`/f/${job.id}`} onClick={props.onClose}>
            {row.compare}
          </Link>
        )}
        <button
          type="button"
          className="btn quiet sm icon"
          aria-label={`${row.download}, ${format.bytes(savedSize(result))}`}
          onClick={props.onSave}
        >
          <Download className="i" aria-hidden />
        </button>
        <Dialog.Close className="btn quiet sm icon" aria-label={compare.close}>
          <X className="i" aria-hidden />
        </Dialog.Close>
      </div>
      <Pages {...props} key={job.id} />
      <p className="look-keys hint for-keyboards" aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {text.files}
        </span>
        <span>
          <kbd>←</kbd> <kbd>→</kbd> {text.divider}
        </span>
        <span>
          <kbd>Esc</kbd> {compare.close}
        </span>
      </p>
    </>
  );
}

function Pages(props: {
  readonly job: Job;
  readonly result: Result;
  readonly split: number;
  readonly onSplit: (split: number) => void;
}) {
  const pages = useFirstPages(props.job, props.result);
  if (typeof pages === 'string') {
    return (
      <p className="look-stage look-said" role="status">
        {pages === 'failed' ? compare.notDrawn : compare.drawing(1)}
      </p>
    );
  }
  if (pages.before === null) {
    return (
      <div className="look-stage" role="img" aria-label={compare.compressedPage(1)}>
        <BitmapCanvas bitmap={pages.after} />
      </div>
    );
  }
  return (
    <div
      className="look-stage slide-stage"
      dir="ltr"
      style={customProperties({ '--x': percentLength(props.split / 100) })}
    >
      <div className="half before" role="img" aria-label={compare.originalPage(1)}>
        <BitmapCanvas bitmap={pages.before} />
      </div>
      <div className="half after" role="img" aria-label={compare.compressedPage(1)}>
        <BitmapCanvas bitmap={pages.after} />
      </div>
      <span className="tag left">{compare.original}</span>
      <span className="tag right">{compare.compressed}</span>
      <Grip split={props.split} onMove={props.onSplit} />
    </div>
  );
}
