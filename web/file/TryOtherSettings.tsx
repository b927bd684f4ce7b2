import { isActive, type Job } from '../jobs/job.ts';
import { useJobStore } from '../jobs/use-jobs.ts';
import { LivePanel } from './live-preview/LivePanel.tsx';
import type { PagesInView } from './use-pages-in-view.ts';

/** Sliders that change the page in view, and the whole file when asked. */
export function TryOtherSettings({ job, view }: { readonly job: Job; readonly view: PagesInView }) {
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
      onUse={() => {
        const { options } = live;
        live.leave();
        if (options !== null) store.tell({ type: 'own-options-set', id: job.id, options });
      }}
    />
  );
}
