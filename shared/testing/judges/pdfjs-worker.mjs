// Node 20 loads TypeScript in a thread no other way.
import { register } from 'tsx/esm/api';

register();
await import('./pdfjs-worker.ts');
