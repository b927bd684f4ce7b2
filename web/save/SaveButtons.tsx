import { Download, Share2 } from 'lucide-react';
import { handedOut, type Job, type Result, resultOf, savedBlobs, savedSize } from '../jobs/job.ts';
import { format, plural } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import type { Download as Saved } from '../text/outcome/outcome.ts';
import { Note } from '../ui/Note.tsx';
import { downloadLabel } from './download-label.ts';
import { canSaveToFolder } from './folder.ts';
import { canShareFiles } from './share.ts';
import type { SaveAll } from './use-saving.ts';

const text = listWords.save;

/** Maximum number of shared files; other programs accept no more. */
const MAX_SHARED = 10;

/** Saves all results: a single file, a ZIP, or files in a folder. */
export function SaveButtons(
  props: {
    readonly jobs: readonly Job[];
    readonly all: SaveAll;
    /** Saves mails as folders; null if the files do not go in mails. */
    readonly onFolders: (() => void) | null;
  } & Saved,
) {
  const { all, ids, over, isMain, onFolders } = props;
  const saveAll = () => void all.asZip(over === 0 ? undefined : ids);
  const withResult = props.jobs.filter(({ id }) => ids.includes(id));
  const files = withResult.reduce((sum, job) => sum + countOf(handedOut(job)), 0);
  if (withResult.length === 0) return null;
  const [only] = withResult;
  const isBusy = all.saving.kind === 'zipping' || all.saving.kind === 'writing';
  return (
    <>
      {only !== undefined && onFolders === null && withResult.length === 1 && over === 0 ? (
        <SaveOne job={only} all={all} isOnly={props.jobs.length === 1} isMain={isMain} />
      ) : (
        <button
          type="button"
          className={isMain ? 'btn main save-all' : 'btn save-all'}
          title={text.zipTitle}
          aria-disabled={isBusy}
          onClick={() => !isBusy && (onFolders ?? saveAll)()}
        >
          <Download className="i" aria-hidden />
          {all.saving.kind === 'zipping' ? text.zipping : labelOf(props)}{' '}
          <span className="num">{format.bytes(props.bytes)}</span>
        </button>
      )}
      {files <= MAX_SHARED && canShareFiles() && (
        <button
          type="button"
          className="btn share-all"
          onClick={() => all.share(withResult.map(({ id }) => id))}
        >
          <Share2 className="i" aria-hidden />
          {text.share}
        </button>
      )}
      {files > 1 && canSaveToFolder() && (
        <button
          type="button"
          className="btn to-folder"
          aria-disabled={isBusy}
          onClick={() => !isBusy && void all.toFolder(over === 0 ? undefined : ids)}
        >
          {all.saving.kind === 'writing'
            ? text.writing(format.count(all.saving.done), format.count(all.saving.total))
            : text.folder}
        </button>
      )}
    </>
  );
}

function labelOf({ onFolders, over, ids }: Parameters<typeof SaveButtons>[0]): string {
  if (onFolders !== null) return more.outcome.downloadFolders(ids.length);
  return over === 0 ? text.zip : more.outcome.downloadFitting(ids.length);
}

/** Outcome of saving into a folder, or a failure to share. */
export function SaveNote({ all }: { readonly all: SaveAll }) {
  const { saving, settle, toFolder } = all;
  if (saving.kind === 'written') {
    return (
      <Note icon="info" onDismiss={settle}>
        <span role="status">{text.written(plural(saving.total, 'file'), saving.folder)}</span>
      </Note>
    );
  }
  if (saving.kind === 'not-shared') {
    return (
      <Note icon="info" onDismiss={settle}>
        <span role="alert">{text.notShared}</span>
      </Note>
    );
  }
  if (saving.kind !== 'refused') return null;
  return (
    <Note icon="info" onDismiss={settle}>
      <span role="alert">{text.refused(format.count(saving.done), format.count(saving.total))}</span>{' '}
      <button type="button" className="link" onClick={() => void toFolder(saving.ids)}>
        {text.otherFolder}
      </button>
    </Note>
  );
}

function SaveOne(props: {
  readonly job: Job;
  readonly all: SaveAll;
  /** Its row has no button of its own. */
  readonly isOnly: boolean;
  readonly isMain: boolean;
}) {
  const { job, all, isOnly } = props;
  const result = handedOut(job);
  return (
    <button
      type="button"
      className={props.isMain ? 'btn main save-all' : 'btn save-all'}
      aria-label={isOnly && result !== null ? downloadLabel(job, result) : undefined}
      onClick={() => void all.one(job.id)}
    >
      <Download className="i" aria-hidden />
      {text.one} <span className="num">{format.bytes(bytesOf([job]))}</span>
    </button>
  );
}

function bytesOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => sum + sizeOf(resultOf(job)), 0);
}

function countOf(result: Result | null): number {
  return result === null ? 0 : savedBlobs(result).length;
}

function sizeOf(result: Result | null): number {
  return result === null ? 0 : savedSize(result);
}
