import { screen } from '@testing-library/react';
import { Activity } from 'react';
import { CompressPage } from '../compress/CompressPage.tsx';
import type { Job } from '../jobs/job.ts';
import { loadMoreSettings } from '../settings/load-more-settings.ts';
import { EngineSource } from '../worker/engine.ts';
import { renderPart } from './render.tsx';

/** Renders the page that compresses, with these files and the settings of this address; its engine never loads. */
export async function renderCompressPage(jobs: readonly Job[] = [], fragment = '') {
  await loadMoreSettings();
  const engine = new EngineSource(() => new Promise(() => {}));
  const rendered = renderPart(
    <main id="main" tabIndex={-1}>
      <Activity mode="visible">
        <CompressPage engine={engine} />
      </Activity>
    </main>,
    { jobs, path: `/${fragment}` },
  );
  if (jobs.length > 0) await screen.findByRole('list', { name: 'Files' });
  return rendered;
}

/** Texts of the rows' names, in the order of the list. */
export function shownNames(): readonly (string | null)[] {
  const list = screen.getByRole('list', { name: 'Files' });
  return [...list.children].map((row) => row.getAttribute('aria-label'));
}
