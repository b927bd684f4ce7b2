import { register } from 'tsx/esm/api';

/**
 * Makes sound little PDFs worse and wants a fair end of each; see `--help`.
 *
 * @param {readonly string[]} args
 */
export async function fuzz(args) {
  // Finds are kept by the TypeScript that tests read them with.
  register();
  const { runFuzz } = await import('./fuzz/run.mjs');
  await runFuzz(args);
}
