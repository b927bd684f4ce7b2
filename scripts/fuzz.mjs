import { register } from 'tsx/esm/api';

/**
 * Mutates small valid PDFs and checks that each ends properly; see `--help`.
 *
 * @param {readonly string[]} args
 */
export async function fuzz(args) {
  // Finds are stored by the TypeScript code that tests read them with.
  register();
  const { runFuzz } = await import('./fuzz/run.mjs');
  await runFuzz(args);
}
