import { useMemo, useRef } from 'react';
import type { CompressOptions } from '../../../shared/index.ts';
import type { Job, RemedyKind, Result } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/job-store.ts';
import type { SharedFile } from '../../save/share.ts';

/** Actions on one file. */
export interface RowActions {
  readonly cancel: (id: number) => void;
  readonly retry: (id: number) => void;
  readonly saveMemory: (id: number) => void;
  readonly remove: (id: number) => void;
  readonly givePassword: (ids: readonly number[], password: string) => void;
  /** Asks whether signatures may be broken. */
  readonly askSignature: (id: number) => void;
  readonly openSettings: (id: number) => void;
  readonly saved: (id: number) => void;
  /** Shares a file's result with another program. */
  readonly share: (id: number) => void;
  /** Shares one part of a split result. */
  readonly sharePart: (part: SharedFile) => void;
  /** Compresses a file again with its own options. */
  readonly useOptions: (id: number, options: CompressOptions) => void;
  /** Compresses a file again for its limit, with these options. */
  readonly takeRemedy: (id: number, kind: RemedyKind, options: CompressOptions) => void;
  /** Restores the file as it was before a suggestion or a split. */
  readonly undoRemedy: (id: number) => void;
  /** Includes a file again that was left out. */
  readonly putBack: (id: number) => void;
  /** Opens a quick look at page 1. */
  readonly look: (id: number) => void;
  /** Moves a file up (-1) or down (1) among the visible ones. */
  readonly moveBy: (id: number, by: -1 | 1) => void;
  /** Opens the dialog that splits a file's result. */
  readonly openSplit: (id: number) => void;
  /** Splits a file's result into parts under its own limit, or this one. */
  readonly split: (job: Job, limit?: number) => void;
  /** Replaces a damaged file by its other pages. */
  readonly leaveOutPages: (job: Job) => void;
  /** Saves a file's result, or its parts. */
  readonly save: (id: number) => void;
  /** Compares the pages of a result that is too large for automatic comparison. */
  readonly compare: (result: Result) => void;
}

interface Asking {
  /** Options in the panel at the time of the request. */
  readonly options: CompressOptions;
  readonly remove: (id: number) => void;
  readonly askSignature: (id: number) => void;
  readonly openSettings: (id: number) => void;
  readonly openSplit: (id: number) => void;
  readonly look: (id: number) => void;
  readonly moveBy: (id: number, by: -1 | 1) => void;
  readonly share: (ids: readonly number[]) => Promise<void>;
  readonly sharePart: (part: SharedFile) => Promise<void>;
  readonly split: (job: Job, limit?: number) => void;
  readonly leaveOutPages: (job: Job) => void;
  readonly save: (id: number) => Promise<void>;
  readonly compare: (results: readonly Blob[]) => void;
}

/** A stable object, so that no row re-renders because of it. */
export function useRowActions({ tell }: JobStore, asking: Asking): RowActions {
  const now = useRef(asking);
  now.current = asking;
  return useMemo(
    () => ({
      cancel: (id) => tell({ type: 'job-cancelled', id }),
      retry: (id) => tell({ type: 'job-retried', id, options: now.current.options }),
      saveMemory: (id) => tell({ type: 'low-memory-mode-chosen', id }),
      remove: (id) => now.current.remove(id),
      givePassword: (ids, password) => tell({ type: 'password-given', ids, password }),
      askSignature: (id) => now.current.askSignature(id),
      openSettings: (id) => now.current.openSettings(id),
      openSplit: (id) => now.current.openSplit(id),
      look: (id) => now.current.look(id),
      moveBy: (id, by) => now.current.moveBy(id, by),
      saved: (id) => tell({ type: 'results-saved', ids: [id] }),
      share: (id) => void now.current.share([id]),
      sharePart: (part) => void now.current.sharePart(part),
      useOptions: (id, options) => tell({ type: 'own-options-set', id, options }),
      takeRemedy: (id, kind, options) => tell({ type: 'remedy-taken', id, kind, options }),
      undoRemedy: (id) => tell({ type: 'remedy-undone', id }),
      putBack: (id) => tell({ type: 'job-left-out', id, isLeftOut: false }),
      split: (job, limit) => now.current.split(job, limit),
      leaveOutPages: (job) => now.current.leaveOutPages(job),
      save: (id) => void now.current.save(id),
      compare: ({ blob }) => now.current.compare([blob]),
    }),
    [tell],
  );
}
