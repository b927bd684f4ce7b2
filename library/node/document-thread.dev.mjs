// Loads the TypeScript thread where nothing is built: the tests. Node 20 has no other way for a thread.
import { register } from 'tsx/esm/api';

register();
await import('./document-thread.ts');
