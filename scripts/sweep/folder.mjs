import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { Refusal } from '../project.mjs';
import { succeeds } from '../setup/apt.mjs';
import { Engine } from './engine.mjs';
import { pdfsUnder } from './files.mjs';
import { JudgeThread } from './judge-thread.mjs';
import { Line } from './line.mjs';
import { Totals } from './totals.mjs';

/**
 * @typedef {{
 *   readonly kind: 'smaller' | 'unchanged' | 'refused' | 'wrong' | 'not judged',
 *   readonly why: string,
 *   readonly inputBytes: number,
 *   readonly outputBytes: number,
 * }} Verdict `why` is a warning, an error code, or a validator's finding
 */

/**
 * @param {import('./args.mjs').Asked} asked
 * @returns {Promise<number>} the exit code
 */
export async function sweepFolder(asked) {
  const { folder } = asked;
  const files = pdfsUnder(folder);
  if (files.length === 0) throw new Refusal(`There is no PDF under ${folder}.`);
  const qpdf = succeeds('qpdf', ['--version']);
  const lanes = Math.min(files.length, availableParallelism());
  const engine = new Engine(asked, lanes);
  const totals = new Totals();
  const line = new Line();
  const waiting = [...files];

  const lane = async () => {
    const judges = new JudgeThread(qpdf, asked.seconds);
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const name = relative(folder, file);
      line.show(`${files.length - waiting.length}/${files.length} ${name}`);
      const verdict = await verdictOn(file, asked, engine, judges);
      totals.add(name, verdict);
      if (asked.list) line.print(`${verdict.kind.padEnd(10)}  ${name}  ${verdict.why}`.trimEnd());
    }
    await judges.end();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await engine.end();
  line.clear();
  totals.print();
  if (!qpdf) console.log('\nqpdf was not found: only PDFium and pdf.js looked at the results.');
  return totals.wrong > 0 ? 1 : 0;
}

/**
 * @param {string} file
 * @param {import('./args.mjs').Asked} asked
 * @param {Engine} engine
 * @param {JudgeThread} judges
 * @returns {Promise<Verdict>}
 */
async function verdictOn(file, { folder, keep, password = '' }, engine, judges) {
  const name = relative(folder, file);
  const input = new Uint8Array(readFileSync(file));
  const sizes = { inputBytes: input.length, outputBytes: input.length };
  const made = await engine.compress(input);
  if (made.kind !== 'smaller') {
    if (made.kind === 'wrong') keepPair(keep, name, input, undefined);
    return { ...sizes, ...made };
  }
  const { output } = made;
  const judged = await judges.judge(input, output, password);
  if (judged.kind !== 'agree') {
    if (judged.kind === 'wrong') keepPair(keep, name, input, output);
    return { ...sizes, outputBytes: output.length, kind: judged.kind, why: judged.why };
  }
  return { ...sizes, kind: 'smaller', why: made.why, outputBytes: output.length };
}

/**
 * @param {string | undefined} folder
 * @param {string} name of the document under the swept folder
 * @param {Uint8Array} input
 * @param {Uint8Array | undefined} output
 */
function keepPair(folder, name, input, output) {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const flat = name.replaceAll(/[\\/]/g, '__').replace(/\.pdf$/i, '');
  writeFileSync(join(folder, `${flat}.in.pdf`), input);
  if (output !== undefined) writeFileSync(join(folder, `${flat}.out.pdf`), output);
}
