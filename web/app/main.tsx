import '../styles/index.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadWorkSection } from '../compress/load-work-section.ts';
import { loadSession } from '../dashboard/session.ts';
import { JobStore } from '../jobs/job-store.ts';
import { createRunner } from '../jobs/runner.ts';
import { JobStoreContext } from '../jobs/use-jobs.ts';
import { offline } from '../offline/offline.ts';
import { countSentBytes } from '../offline/sent-bytes.ts';
import { Persistence } from '../persistence/persistence.ts';
import { KeepingContext } from '../persistence/use-persistence.ts';
import { loadMoreSettings } from '../settings/load-more-settings.ts';
import { direction } from '../text/i18n/language.ts';
import { createProofs } from '../visual-diff/create-proofs.ts';
import { ProofsContext } from '../visual-diff/use-proofs.ts';
import { EngineSource, loadEngine } from '../worker/engine.ts';
import { createIdleWorkers, loadWorkers } from '../worker/idle-workers.ts';
import { App } from './App.tsx';
import { CrashScreen } from './CrashScreen.tsx';
import { sectionOf } from './parts.ts';
import { waitsForUse, whenUsed } from './prefetch.ts';

countSentBytes();

// First, so that it is done before the first file arrives: from then on the page sends no requests.
void loadSession();

// Loaded with the list, a chunk of its own: once `ready`, nothing is left to fetch.
const engine = new EngineSource(
  async () => (await Promise.all([loadEngine(), loadWorkers(), loadWorkSection(), loadMoreSettings()]))[0],
);

// Outside React: files are processed, and none is lost, whatever page is open.
const store = new JobStore();
const idleWorkers = createIdleWorkers(engine);
const runner = createRunner(store.tell, idleWorkers);
store.subscribe(() => runner.reconcile(store.state().jobs));

const keeping = new Persistence(store);
store.storage = keeping.folder;
void keeping.look();

const proofs = createProofs(store, idleWorkers, () =>
  Promise.all([import('../file/FilePage.tsx'), engine.get().then(({ loadComparer }) => loadComparer())]),
);
// Early, so that nothing is left to fetch when the first file arrives. A failure is reported when it matters.
if (sectionOf(location.pathname) === 'compress') {
  const used = whenUsed(store);
  const drawing = engine
    .get()
    .then(() => (waitsForUse(navigator) ? used : undefined))
    .then(() => proofs.source.preload())
    .catch(() => undefined);
  const fonts = Promise.all([drawing, used]).then(() => proofs.source.preloadFonts());
  void drawing.then(() => offline.install(fonts));
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    {/* The CSP allows no inline styles, so Base UI must not write any. */}
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>
        <CrashScreen>
          <KeepingContext value={keeping}>
            <JobStoreContext value={store}>
              <ProofsContext value={proofs}>
                <App engine={engine} />
              </ProofsContext>
            </JobStoreContext>
          </KeepingContext>
        </CrashScreen>
      </DirectionProvider>
    </CSPProvider>
  </StrictMode>,
);
