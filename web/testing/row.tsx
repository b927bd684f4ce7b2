import { screen } from '@testing-library/react';
import { FileRow } from '../compress/rows/FileRow.tsx';
import type { RowProps } from '../compress/rows/row-parts.tsx';
import type { Job } from '../jobs/job.ts';
import { resultNames } from '../jobs/result-names.ts';
import { renderPart } from './render.tsx';
import { recordedActions } from './row-actions.ts';

/** Renders the row of one job, with actions that are only recorded. */
export function renderRow(job: Job, parts: Partial<RowProps> = {}) {
  const { actions, calls } = recordedActions();
  const rowOf = (shown: Job) => (
    <ul>
      <FileRow
        job={shown}
        resultName={resultNames([shown]).get(shown.id)}
        number={null}
        scale={{ kind: 'own' }}
        needsAsking={() => false}
        place={null}
        count={1}
        hasPicture={false}
        canMove={false}
        isSavedAbove={false}
        actions={actions}
        {...parts}
      />
    </ul>
  );
  const rendered = renderPart(rowOf(job), { jobs: [job] });
  return {
    ...rendered,
    calls,
    row: screen.getByRole('listitem', { name: job.chosenName ?? job.file.name }),
    show: (next: Job) => rendered.rerender(rowOf(next)),
  };
}
