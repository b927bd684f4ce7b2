import { Activity, lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { CompressPage } from '../compress/CompressPage.tsx';
import { loadWorkSection } from '../compress/load-work-section.ts';
import { words } from '../text/words.ts';
import type { EngineSource } from '../worker/engine.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { fileAt, pageAt, sectionOf } from './parts.ts';
import { shownSource } from './source-address.ts';
import { TopBar } from './TopBar.tsx';

const FilePage = lazy(() => import('../file/FilePage.tsx'));
const AboutPage = lazy(() => import('../about/AboutPage.tsx'));
const ComparePage = lazy(() => import('../compare/ComparePage.tsx'));
/** Pages about the server are not stored, and say so without a network. */
const offlinePage = () => ({ default: () => <h1>{words.offline.title}</h1> });
const Docs = lazy(() => import('../docs/Docs.tsx').catch(offlinePage));
const Dashboard = lazy(() => import('../dashboard/Dashboard.tsx').catch(offlinePage));
// Loaded with the list: a separate chunk would split the first load into more pieces.
const Watch = lazy(async () => ({ default: (await loadWorkSection()).Watch }));

const SOURCE = shownSource();

/** The frame around every page, and the router. */
export function App({ engine }: { readonly engine: EngineSource }) {
  const [path] = useLocation();
  const part = sectionOf(path);
  const file = fileAt(path);
  const page = part === 'compress' ? pageAt(path) : null;
  // The list stays once it was there; the server's pages alone have no start with a heading of its own.
  const [hasList, setHasList] = useState(part === 'compress');
  if (part === 'compress' && !hasList) setHasList(true);
  return (
    <>
      <SkipLink />
      <TopBar part={part} />
      <main className="page" id="main" tabIndex={-1}>
        {hasList && (
          <Activity mode={page === 'list' ? 'visible' : 'hidden'}>
            <CompressPage engine={engine} />
          </Activity>
        )}
        {file !== null && (
          <Suspense>
            <FilePage key={file} id={file} />
          </Suspense>
        )}
        {page === 'compare' && (
          <Suspense>
            <ComparePage />
          </Suspense>
        )}
        {(page === 'checks' || page === 'privacy' || page === 'app' || page === 'unknown') && (
          <Suspense>
            <AboutPage page={page} />
          </Suspense>
        )}
        {part === 'dashboard' && (
          <Suspense>
            <Dashboard />
          </Suspense>
        )}
        {/* For programmers: always in English. */}
        {part === 'docs' && (
          <div lang="en" dir="ltr">
            <Suspense>
              <Docs />
            </Suspense>
          </div>
        )}
      </main>
      {part === 'compress' && (
        <footer className="foot">
          <span>{words.footer}</span>
          <Link href="/how-files-are-checked">{words.footLinks.checks}</Link>
          {page !== 'compare' && <Link href="/compare">{words.comparePdfs}</Link>}
          <Link href="/privacy">{words.footLinks.privacy}</Link>
          <Link href="/app">{words.footLinks.app}</Link>
          {SOURCE !== null && <a href={SOURCE}>{words.footLinks.source}</a>}
          <Suspense fallback={null}>
            <Watch />
          </Suspense>
          <LanguageMenu />
        </footer>
      )}
    </>
  );
}

/** Not a link: it would change the fragment, which holds the settings. */
function SkipLink() {
  const skip = () => document.getElementById('main')?.focus();
  return (
    <button type="button" className="skip btn main" onClick={skip}>
      {words.skipLink}
    </button>
  );
}
