/** Tests of what only Linux tells of a process. */
const LINUX = [
  'server/pool/memory.test.ts',
  'server/pool/process-priority.test.ts',
  'server/pool/shared-threads.test.ts',
];
/** Tests of signals, modes, owners, links and shells. */
const POSIX = [
  'cli/batch/any-tree.test.ts',
  'cli/batch/nobodys-file.test.ts',
  'cli/batch/shrink-command.test.ts',
  'cli/batch/watch/watch.test.ts',
  'cli/batch/which-pdfs.test.ts',
  'cli/compress-command.test.ts',
  'cli/files/file-attributes.test.ts',
  'cli/wrong-usage.test.ts',
  'scripts/sweep/sweep.test.mjs',
  'server/entries.test.ts',
  'server/keys/key-service.test.ts',
  'server/ops/drain.test.ts',
  'server/ops/operations.test.ts',
];

/**
 * Unit tests that cannot run on this system. Linux has them all.
 *
 * @param {NodeJS.Platform} [platform]
 * @returns {readonly string[]}
 */
export function leftOutTests(platform = process.platform) {
  if (platform === 'linux') return [];
  return platform === 'win32' ? [...LINUX, ...POSIX] : LINUX;
}
