import { CompressPage } from '../compress/CompressPage.tsx';
import { DEFAULT_SETTINGS } from '../settings/settings.ts';
import { curlCall } from '../text/api-call.ts';
import { words } from '../text/words.ts';
import type { EngineSource } from '../worker/engine.ts';
import { PlannedPage } from './PlannedPage.tsx';
import { TopBar } from './TopBar.tsx';

/** The frame around every page, and which page an address means. An unknown address is the start. */
export function App({ engine, path }: { readonly engine: EngineSource; readonly path: string }) {
  return (
    <>
      <SkipLink />
      <TopBar />
      <main className="page" id="main" tabIndex={-1}>
        {pageAt(path, engine)}
      </main>
      <footer className="foot">{words.footer}</footer>
    </>
  );
}

function pageAt(path: string, engine: EngineSource) {
  if (isBelow(path, '/setup') || isBelow(path, '/sign-in') || isBelow(path, '/dashboard')) {
    return <PlannedPage {...words.planned.dashboard} />;
  }
  if (isBelow(path, '/docs')) {
    const call = curlCall(location.origin, DEFAULT_SETTINGS, 'in.pdf', 'out.pdf');
    return <PlannedPage {...words.planned.docs} command={call} />;
  }
  return <CompressPage engine={engine} />;
}

/** A link would change the fragment, and the fragment is where the settings are. */
function SkipLink() {
  const skip = () => document.getElementById('main')?.focus();
  return (
    <button type="button" className="skip btn main" onClick={skip}>
      {words.skipLink}
    </button>
  );
}

function isBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
