import { enter } from './setup/entry.mjs';

enter(() => import('./run-tests.mjs'));
