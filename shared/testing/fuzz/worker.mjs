// Loads the TypeScript worker: Node 20 has no other way for a thread.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
