import { enter } from './entry.mjs';

enter(() => import('./test-all.mjs'));
