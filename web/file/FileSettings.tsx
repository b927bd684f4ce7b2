import { isActive, type Job } from '../jobs/job.ts';
import { useJobStore } from '../jobs/use-jobs.ts';
import { optionsOf } from '../options/settings.ts';
import { sharedSettings } from '../settings/use-settings.ts';
import { LivePanel } from './live-preview/LivePanel.tsx';
import type { PagesInView } from './use-pages-in-view.ts';

/** The settings of this file, shown on the page in view, and applied to the whole file when asked. */
export function FileSettings({ job, view }: { readonly job: Job; readonly view: PagesInView }) {
  const { live, look, tell } = view;
  const store = useJobStore();
  return (
    <LivePanel
      job={job}
      live={{
        ...live,
        // Moving a slider selects the page in view: no worse page replaces it.
        set: (options) => {
          if (look.followsWorst) tell({ type: 'page-chosen', page: look.page, spot: look.center });
          live.set(options);
        },
      }}
      isBusy={isActive(job)}
      onShare={
        job.hasOwnOptions
          ? () =>
              store.tell({ type: 'own-options-dropped', id: job.id, options: optionsOf(sharedSettings()) })
          : null
      }
      onUse={() => {
        const { options } = live;
        live.leave();
        if (options !== null) store.tell({ type: 'own-options-set', id: job.id, options });
      }}
    />
  );
}
