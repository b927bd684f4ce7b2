// Loads the TypeScript worker where nothing is built: the dev server and the tests. Node 20 has no other way for a thread.
import { register } from 'tsx/esm/api';

register();
await import('./work-thread.ts');
