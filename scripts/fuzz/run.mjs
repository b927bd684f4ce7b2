import { randomInt } from 'node:crypto';
import { Refusal } from '../project.mjs';
import { FuzzThread } from './thread.mjs';
import { FuzzTotals } from './totals.mjs';

const USAGE = `Usage: npm run fuzz -- [--minutes N] [--count N] [--seed S] [--threads N]

Makes sound little PDFs worse and compresses them: each must end within the limits, with a typed error or with a
smaller file that opens and that PDFium reads as it read the input. What ends otherwise is made as small as it can be
and kept in shared/fixtures/fuzz-finds.json, which the unit tests try from then on.

  --minutes N   stop after so long (5)
  --count N     stop after so many trials
  --seed S      which trials; the same seed makes the same ones, in the same order
  --threads N   how many at the same time (1)
`;

const BLOCK = 250;
const DEFAULT_MINUTES = 5;

/** @param {readonly string[]} args */
export async function runFuzz(args) {
  if (args.includes('--help')) return console.log(USAGE);
  const count = numberOf(args, '--count') ?? Number.POSITIVE_INFINITY;
  const minutes = numberOf(args, '--minutes') ?? (count < Number.POSITIVE_INFINITY ? count : DEFAULT_MINUTES);
  const seed = numberOf(args, '--seed') ?? randomInt(1, 2 ** 31);
  const totals = new FuzzTotals(seed);
  const end = performance.now() + minutes * 60_000;
  let next = 0;

  /** @returns {Block | null} */
  const nextBlock = () => {
    if (next >= count || performance.now() >= end) return null;
    const from = next;
    next = Math.min(count, from + BLOCK);
    return { seed, from, to: next };
  };
  const threads = Array.from({ length: numberOf(args, '--threads') ?? 1 }, () => new FuzzThread());
  await Promise.all(threads.map((thread) => work(thread, nextBlock, totals)));
  totals.print();
  if (totals.found > 0) process.exitCode = 1;
}

/** @typedef {import('./thread.mjs').Block} Block */

/**
 * @param {FuzzThread} thread
 * @param {() => Block | null} nextBlock
 * @param {FuzzTotals} totals
 */
async function work(thread, nextBlock, totals) {
  for (let block = nextBlock(); block !== null; block = nextBlock()) {
    for await (const result of thread.results(block)) totals.add(result);
  }
  await thread.end();
}

/**
 * @param {readonly string[]} args
 * @param {string} flag
 */
function numberOf(args, flag) {
  const at = args.indexOf(flag);
  if (at < 0) return undefined;
  const number = Number(args[at + 1]);
  if (!(number > 0)) throw new Refusal(`${flag} wants a number above 0.\n\n${USAGE}`);
  return number;
}
