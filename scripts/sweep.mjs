import { register } from 'tsx/esm/api';

/**
 * Compresses every PDF of a folder as the command would, checks the results with other programs, and prints a table.
 *
 * @param {readonly string[]} args a folder and options
 * @param {string} from base of relative paths
 * @returns {Promise<number>} the exit code
 */
export async function sweep(args, from) {
  // The engine, its thread pool and the judges are TypeScript.
  register();
  const { sweepFolder } = await import('./sweep/folder.mjs');
  const { readArgs, USAGE } = await import('./sweep/args.mjs');
  const asked = readArgs(args, from);
  if ('faults' in asked) {
    console.error(`${asked.faults.join('\n')}\nSee --help.`);
    return 2;
  }
  if (asked.help) {
    console.log(USAGE);
    return 0;
  }
  return sweepFolder(asked);
}
