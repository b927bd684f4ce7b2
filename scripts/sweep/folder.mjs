import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { Refusal } from '../project.mjs';
import { succeeds } from '../setup/apt.mjs';
import { Engine } from './engine.mjs';
import { pdfsUnder, sampleOf } from './files.mjs';
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
  const all = pdfsUnder(folder);
  if (all.length === 0) throw new Refusal(`There is no PDF under ${folder}.`);
  const names = sampleOf(
    all.map((file) => relative(folder, file)),
    asked.sample,
    asked.seed,
  );
  const files = names.map((name) => join(folder, name));
  const installed = { qpdf: succeeds('qpdf', ['--version']), mutool: succeeds('mutool', ['-v']) };
  const lanes = Math.min(files.length, availableParallelism());
  const engine = new Engine(asked, lanes);
  const totals = new Totals();
  const line = new Line();
  const waiting = [...files];

  let done = 0;
  const stopListening = onEnd(() => {
    line.clear();
    totals.print();
    console.log(`\nEnded early: ${files.length - done} of ${files.length} documents were not done.`);
  });

  const lane = async () => {
    const judges = asked.engineOnly ? undefined : new JudgeThread(installed, asked.seconds);
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const name = relative(folder, file);
      line.show(`${files.length - waiting.length}/${files.length} ${name}`);
      const began = performance.now();
      const verdict = await verdictOn(file, asked, engine, judges);
      const elapsedMs = Math.round(performance.now() - began);
      done += 1;
      totals.add(name, verdict);
      if (asked.json !== undefined)
        appendFileSync(asked.json, `${JSON.stringify({ name, ...verdict, elapsedMs })}\n`);
      if (asked.list) line.print(`${verdict.kind.padEnd(10)}  ${name}  ${verdict.why}`.trimEnd());
    }
    await judges?.end();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await engine.end();
  stopListening();
  line.clear();
  totals.print();
  const missing = [...(installed.qpdf ? [] : ['qpdf']), ...(installed.mutool ? [] : ['mutool'])];
  if (missing.length > 0 && !asked.engineOnly)
    console.log(`\n${missing.join(' and ')} not found: only the other programs looked at the results.`);
  return totals.wrong > 0 ? 1 : 0;
}

/**
 * Runs when the user ends the sweep; the process ends then.
 *
 * @param {() => void} report
 * @returns {() => void} stops listening
 */
function onEnd(report) {
  const ends = Object.entries({ SIGINT: 130, SIGTERM: 143 }).map(([signal, code]) => {
    const end = () => {
      report();
      process.exit(code);
    };
    process.once(signal, end);
    return () => process.off(signal, end);
  });
  return () => {
    for (const stop of ends) stop();
  };
}

/**
 * @param {string} file
 * @param {import('./args.mjs').Asked} asked
 * @param {Engine} engine
 * @param {JudgeThread | undefined} judges
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
  const judged = await judges?.judge(input, output, password);
  if (judged !== undefined && judged.kind !== 'agree') {
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
