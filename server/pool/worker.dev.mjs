// Loads the TypeScript worker without a build, in the dev server and tests. Node 20 has no other way for a thread.
import { register } from 'tsx/esm/api';

register();
const { default: work } = await import('./worker.ts');
export default work;
