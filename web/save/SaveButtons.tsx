import { Download, Share2 } from 'lucide-react';
import { handedOut, type Job, type Result, resultOf, savedBlobs, savedSize } from '../jobs/job.ts';
import { format, plural } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { Note } from '../ui/Note.tsx';
import { downloadLabel } from './download-label.ts';
import { canSaveToFolder } from './folder.ts';
import { canShareFiles } from './share.ts';
import type { SaveAll } from './use-saving.ts';

const text = listWords.save;

/** Maximum number of shared files; other programs accept no more. */
const MAX_SHARED = 10;

/** Saves all results: a single file, a ZIP, or files in a folder. */
export function SaveButtons(props: {
  readonly jobs: readonly Job[];
  readonly all: SaveAll;
  /** Less prominent while the user still has to choose a suggestion. */
  readonly isQuiet: boolean;
}) {
  const { all } = props;
  const withResult = props.jobs.filter((job) => handedOut(job) !== null);
  const files = withResult.reduce((sum, job) => sum + countOf(handedOut(job)), 0);
  if (withResult.length === 0) return null;
  const [only] = withResult;
  const isBusy = all.saving.kind === 'zipping' || all.saving.kind === 'writing';
  return (
    <>
      {withResult.length === 1 ? (
        <SaveOne job={only} all={all} isOnly={props.jobs.length === 1} />
      ) : (
        <button
          type="button"
          className={props.isQuiet ? 'btn save-all' : 'btn main save-all'}
          title={text.zipTitle}
          aria-disabled={isBusy}
          onClick={() => !isBusy && all.asZip()}
        >
          <Download className="i" aria-hidden />
          {all.saving.kind === 'zipping' ? text.zipping : text.zip}{' '}
          <span className="num">{format.bytes(bytesOf(withResult))}</span>
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
          onClick={() => !isBusy && all.toFolder()}
        >
          {all.saving.kind === 'writing'
            ? text.writing(format.count(all.saving.done), format.count(all.saving.total))
            : text.folder}
        </button>
      )}
    </>
  );
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
      <button type="button" className="link" onClick={toFolder}>
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
}) {
  const { job, all, isOnly } = props;
  const result = handedOut(job);
  return (
    <button
      type="button"
      className="btn main save-all"
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
