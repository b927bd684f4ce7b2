import { enter } from './setup/entry.mjs';

enter(() => import('./serve.mjs'));
