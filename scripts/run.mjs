import { enter } from './setup/entry.mjs';

enter(() => import('./commands.mjs'));
