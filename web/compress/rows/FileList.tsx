import { useMemo } from 'react';
import type { Job } from '../../jobs/job.ts';
import { resultNames } from '../../jobs/result-names.ts';
import { words } from '../../text/words.ts';
import { FileRow } from './FileRow.tsx';
import type { RowActions } from './row-actions.ts';

/** In longer lists only the rows in and near the window are drawn. */
const DRAWN_WHOLE = 60;

/** The files in the order they were added; nothing ever re-sorts them. */
export function FileList({ jobs, actions }: { readonly jobs: readonly Job[]; readonly actions: RowActions }) {
  const names = useMemo(() => resultNames(jobs), [jobs]);
  const scale = useMemo(() => jobs.reduce((largest, job) => Math.max(largest, job.file.size), 1), [jobs]);
  const isLong = jobs.length > DRAWN_WHOLE;
  return (
    <>
      {isLong && <p className="hint showing">{words.work.showing(jobs.length)}</p>}
      {/* Safari forgets that a list without bullets is a list. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ul className="files" role="list" aria-label={words.work.files}>
        {jobs.map((job) => (
          <FileRow
            key={job.id}
            job={job}
            resultName={names.get(job.id)}
            scale={scale}
            isAlwaysDrawn={!isLong}
            actions={actions}
          />
        ))}
      </ul>
    </>
  );
}
