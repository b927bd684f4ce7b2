import { enter } from './entry.mjs';

enter(() => import('./commands.mjs'));
