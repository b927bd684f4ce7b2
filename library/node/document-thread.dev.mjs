// Loads the TypeScript thread without a build, in tests. Node 20 has no other way for a thread.
import { register } from 'tsx/esm/api';

register();
await import('./document-thread.ts');
