import { Download, Share2 } from 'lucide-react';
import { download } from '../jobs/download.ts';
import { type Job, resultOf } from '../jobs/job.ts';
import { resultNames } from '../jobs/result-names.ts';
import { format, plural } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { Note } from '../ui/Note.tsx';
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
  readonly onSaved: (ids: readonly number[]) => void;
}) {
  const { all } = props;
  const withResult = props.jobs.filter((job) => resultOf(job) !== null);
  if (withResult.length === 0) return null;
  const [only] = withResult;
  const isBusy = all.saving.kind === 'zipping' || all.saving.kind === 'writing';
  return (
    <>
      {withResult.length === 1 ? (
        <SaveOne job={only} jobs={props.jobs} onSaved={props.onSaved} />
      ) : (
        <button
          type="button"
          className="btn main save-all"
          title={text.zipTitle}
          aria-disabled={isBusy}
          onClick={() => !isBusy && all.asZip()}
        >
          <Download className="i" aria-hidden />
          {all.saving.kind === 'zipping' ? text.zipping : text.zip}{' '}
          <span className="num">{format.bytes(bytesOf(withResult))}</span>
        </button>
      )}
      {withResult.length <= MAX_SHARED && canShareFiles() && (
        <button
          type="button"
          className="btn share-all"
          onClick={() => all.share(withResult.map(({ id }) => id))}
        >
          <Share2 className="i" aria-hidden />
          {text.share}
        </button>
      )}
      {withResult.length > 1 && canSaveToFolder() && (
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
  readonly jobs: readonly Job[];
  readonly onSaved: (ids: readonly number[]) => void;
}) {
  const { job, jobs, onSaved } = props;
  const result = resultOf(job);
  if (result === null) return null;
  const save = () => {
    download(result.blob, resultNames(jobs).get(job.id) ?? job.file.name);
    onSaved([job.id]);
  };
  return (
    <button type="button" className="btn main save-all" onClick={save}>
      <Download className="i" aria-hidden />
      {text.one} <span className="num">{format.bytes(result.blob.size)}</span>
    </button>
  );
}

function bytesOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => sum + (resultOf(job)?.blob.size ?? 0), 0);
}
