import { enter } from './setup/entry.mjs';

enter(() => import('./test-all.mjs'));
