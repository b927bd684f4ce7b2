// Measures what a result costs in a flat folder of 1,000 names and in one of 100,000.
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { runProgram } from './program.mjs';

register();
const { archiveFiles } = await import('../../library/testing/archive-files.ts');

const RESULTS = Number(process.env.FLAT_RESULTS ?? 400);
const ROUNDS = Number(process.env.FLAT_ROUNDS ?? 3);
const NAMES = [1000, Number(process.env.FLAT_NAMES ?? 100_000)];
/** ext4 allows 65,000 names per file. */
const NAMES_PER_FILE = 50_000;
const program = process.argv[2] ?? join(import.meta.dirname, '../../dist/package/pagelight.js');

const texts = [...(await archiveFiles(RESULTS + 7))].filter(([name]) => name.includes('text-'));
const folder = mkdtempSync(join(tmpdir(), 'pagelight-flat-'));
const folders = NAMES.map((names) => {
  const flat = join(folder, String(names));
  mkdirSync(flat);
  for (let number = RESULTS; number < names; number += 1) {
    const other = join(folder, `other-${Math.floor(number / NAMES_PER_FILE)}.pdf`);
    if (number === RESULTS || number % NAMES_PER_FILE === 0) writeFileSync(other, 'no PDF');
    linkSync(other, join(flat, `name-${number}.pdf`));
  }
  return flat;
});

for (const where of ['in place', 'beside']) {
  const perResult = NAMES.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, flat] of folders.entries()) perResult[index]?.push(await measure(flat, where));
  const [few = 0, many = 0] = perResult.map((all) => all.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0);
  console.log(
    `${where}: ${few.toFixed(2)} ms of a processor for a result among ${NAMES[0]} names, ` +
      `${many.toFixed(2)} among ${NAMES[1]}: ${(many / few).toFixed(2)} times`,
  );
}
rmSync(folder, { recursive: true });

/**
 * @param {string} flat
 * @param {string} where
 */
async function measure(flat, where) {
  rmSync(join(folder, 'state'), { recursive: true, force: true });
  const names = texts.map((_, index) => join(flat, `real-${index}.pdf`));
  for (const [index, name] of names.entries()) {
    rmSync(name.replace('.pdf', '-light.pdf'), { force: true });
    writeFileSync(name, texts[index]?.[1] ?? '');
  }
  const list = join(folder, 'list');
  writeFileSync(list, names.join('\n'));
  const args = [
    '--files-from',
    list,
    ...(where === 'in place' ? ['--in-place'] : []),
    '--json',
    '--jobs',
    '2',
  ];
  let results = 0;
  const ended = await runProgram({ program, args, folder }, ({ status }) => {
    if (status === 'smaller') results += 1;
  });
  if (results !== names.length) throw new Error(`${results} of ${names.length}: ${ended.err}`);
  return (ended.cpuMs ?? 0) / results;
}
