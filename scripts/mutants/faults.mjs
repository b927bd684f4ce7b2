/** @typedef {import('./table.mjs').MutatedFile} MutatedFile */

/**
 * A file of the table in short form.
 *
 * @param {string} file path in the checkout
 * @param {readonly string[]} tests those of this file, fastest first
 * @param {Readonly<Record<string, readonly [text: string, becomes: string, survives?: string]>>} faults by name
 * @returns {MutatedFile}
 */
export function faultsIn(file, tests, faults) {
  const mutants = Object.entries(faults).map(([name, [text, becomes, survives]]) => ({
    name,
    text,
    becomes,
    ...(survives === undefined ? {} : { survives }),
  }));
  return { file, tests, mutants };
}
