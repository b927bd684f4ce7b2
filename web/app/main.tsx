import '../styles/index.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EngineSource } from '../worker/engine.ts';
import { App } from './App.tsx';
import { CrashScreen } from './CrashScreen.tsx';
import { partOf } from './parts.ts';

const engine = new EngineSource();
// At once, so that nothing is left to fetch when the first file comes. A failure is told when it matters.
if (partOf(location.pathname) === 'compress') engine.get().catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    {/* The policy allows no inline styles, so Base UI must not write any. */}
    <CSPProvider disableStyleElements>
      <CrashScreen>
        <App engine={engine} />
      </CrashScreen>
    </CSPProvider>
  </StrictMode>,
);
