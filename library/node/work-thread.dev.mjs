// Loads the TypeScript worker without a build, in the dev server and tests. Node 20 has no other way for a thread.
import { register } from 'tsx/esm/api';

register();
await import('./work-thread.ts');
