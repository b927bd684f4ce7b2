import { randomMutants } from './mutants/random/run.mjs';
import { MutantSession } from './mutants/session.mjs';
import { MUTATED_FILES, staleMutants } from './mutants/table.mjs';
import { seconds } from './progress.mjs';
import { Refusal } from './project.mjs';

/** @typedef {import('./mutants/table.mjs').MutatedFile} MutatedFile */
/** @typedef {import('./mutants/table.mjs').Mutant} Mutant */

/** Minimum share of caught mutants; the table has a reason for each other one. */
const WANTED_SHARE = 0.95;
/** Processor time after which a mutant is assumed to have caused an endless loop. */
const MAX_MS = 300_000;
const LOOK_MS = 1000;

/**
 * Applies the mutants of the table one at a time and runs the related tests.
 *
 * With `--random`, plants faults at random places instead (`mutants/random/run.mjs`).
 *
 * @param {readonly string[]} args parts of paths or names; only the changes whose file or name holds one
 */
export async function mutants(args) {
  if (args.includes('--random')) return randomMutants(args);
  const stale = staleMutants(MUTATED_FILES);
  if (stale.length > 0) throw new Refusal(`The table is stale:\n${stale.join('\n')}`);
  const asked = selected(args);
  if (asked.length === 0) throw new Refusal(`No change is called ${args.join(' or ')}.`);

  const session = new MutantSession();
  await session.open();
  try {
    const tests = new Set(asked.flatMap((each) => each.tests));
    const failed = await session.run([...tests], null);
    if (failed.length > 0) throw new Refusal(`Without any change these fail already:\n${failed.join('\n')}`);
    await judge(asked, session);
  } finally {
    await session.close();
  }
}

/**
 * @param {readonly string[]} args
 * @returns {readonly MutatedFile[]}
 */
function selected(args) {
  if (args.length === 0) return MUTATED_FILES;
  return MUTATED_FILES.flatMap((each) => {
    const mutants = each.mutants.filter(({ name }) =>
      args.some((arg) => each.file.includes(arg) || name.includes(arg)),
    );
    return mutants.length === 0 ? [] : [{ ...each, mutants }];
  });
}

/**
 * @param {readonly MutatedFile[]} table
 * @param {MutantSession} session
 */
async function judge(table, session) {
  const verdicts = [];
  for (const { file, tests, mutants } of table) {
    console.log(file);
    for (const mutant of mutants) {
      const began = performance.now();
      const failures = await withinTime(`${file}, ${mutant.name}`, () =>
        session.run(tests, { file, text: mutant.text, becomes: mutant.becomes }),
      );
      const [first] = failures;
      verdicts.push({ file, mutant, caught: first !== undefined });
      const verdict = first === undefined ? 'SURVIVED' : 'caught  ';
      console.log(`  ${verdict}  ${mutant.name} (${seconds(performance.now() - began)})`);
      if (first !== undefined) console.log(`            by: ${first}`);
    }
  }
  close(verdicts);
}

/** @param {readonly { readonly file: string, readonly mutant: Mutant, readonly caught: boolean }[]} verdicts */
function close(verdicts) {
  console.log('');
  const survivors = verdicts.filter(({ caught }) => !caught);
  for (const { file, mutant } of survivors)
    console.log(`survived  ${file}: ${mutant.name}: ${mutant.survives ?? 'NO REASON IS GIVEN'}`);
  const outdated = verdicts.filter(({ caught, mutant }) => caught && mutant.survives !== undefined);
  for (const { file, mutant } of outdated)
    console.log(`caught, though the table says that it survives  ${file}: ${mutant.name}`);

  const caught = verdicts.length - survivors.length;
  const unnamed = survivors.filter(({ mutant }) => mutant.survives === undefined).length;
  console.log(`${caught} of ${verdicts.length} caught, ${unnamed} survive without a reason`);
  const isWell = caught >= verdicts.length * WANTED_SHARE && unnamed === 0 && outdated.length === 0;
  // Vitest has set it: tests of caught changes fail.
  process.exitCode = isWell ? 0 : 1;
}

/**
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} run
 */
async function withinTime(name, run) {
  const before = process.cpuUsage();
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 < MAX_MS) return;
    console.error(`Without end: ${name}. A change in the table must let its tests end.`);
    process.exit(1);
  }, LOOK_MS);
  try {
    return await run();
  } finally {
    clearInterval(look);
  }
}
