/** In builds this module is generated: workers that compare are started with the code. */
export const comparison = () => import('./comparison.worker.ts');
