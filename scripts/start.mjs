import { enter } from './entry.mjs';

enter(() => import('./serve.mjs'));
