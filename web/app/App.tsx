import { Activity, lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { CompressPage } from '../compress/CompressPage.tsx';
import { words } from '../text/words.ts';
import type { EngineSource } from '../worker/engine.ts';
import { fileAt, isComparePath, partOf } from './parts.ts';
import { TopBar } from './TopBar.tsx';

const FilePage = lazy(() => import('../file/FilePage.tsx'));
const ComparePage = lazy(() => import('../compare/ComparePage.tsx'));
const Docs = lazy(() => import('../docs/Docs.tsx'));
const Dashboard = lazy(() => import('../dashboard/Dashboard.tsx'));

/** The frame around every page, and which page an address means. An unknown address is the start. */
export function App({ engine }: { readonly engine: EngineSource }) {
  const [path] = useLocation();
  const part = partOf(path);
  const file = fileAt(path);
  const isComparing = isComparePath(path);
  return (
    <>
      <SkipLink />
      <TopBar part={part} />
      <main className="page" id="main" tabIndex={-1}>
        <Activity mode={part === 'compress' && file === null && !isComparing ? 'visible' : 'hidden'}>
          <CompressPage engine={engine} />
        </Activity>
        {file !== null && (
          <Suspense>
            <FilePage key={file} id={file} />
          </Suspense>
        )}
        {isComparing && (
          <Suspense>
            <ComparePage />
          </Suspense>
        )}
        {part === 'dashboard' && (
          <Suspense>
            <Dashboard />
          </Suspense>
        )}
        {part === 'docs' && (
          <Suspense>
            <Docs />
          </Suspense>
        )}
      </main>
      {part === 'compress' && (
        <footer className="foot">
          {words.footer} {!isComparing && <Link href="/compare">{words.comparePdfs}</Link>}
        </footer>
      )}
    </>
  );
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
