import type { Dispatch } from 'react';
import type { CompressOptions } from '../../shared/index.ts';
import { words } from '../text/words.ts';
import { FileRow } from './FileRow.tsx';
import type { Job } from './job.ts';
import type { JobsEvent } from './jobs-reducer.ts';
import { resultNames } from './result-names.ts';

/** The files in the order they were added; nothing ever re-sorts them. */
export function FileList(props: {
  readonly jobs: readonly Job[];
  /** What a retry starts with. */
  readonly options: CompressOptions;
  readonly dispatch: Dispatch<JobsEvent>;
  readonly onRemove: (id: number) => void;
}) {
  const { jobs, options, dispatch } = props;
  const names = resultNames(jobs);
  const scale = Math.max(...jobs.map((job) => job.file.size));
  return (
    // Safari forgets that a list without bullets is a list.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul className="files" role="list" aria-label={words.work.files}>
      {jobs.map((job) => (
        <FileRow
          key={job.id}
          job={job}
          resultName={names.get(job.id)}
          scale={scale}
          onCancel={() => dispatch({ type: 'job-cancelled', id: job.id })}
          onRetry={() => dispatch({ type: 'job-retried', id: job.id, options })}
          onRemove={() => props.onRemove(job.id)}
          onPassword={(password) => dispatch({ type: 'password-given', id: job.id, password })}
          onWaiveSignature={() => dispatch({ type: 'signatures-waived', ids: [job.id] })}
          onSaved={() => dispatch({ type: 'results-saved', ids: [job.id] })}
        />
      ))}
    </ul>
  );
}
