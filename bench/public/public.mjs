import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Refusal, ROOT } from '../../scripts/project.mjs';
import { compete, contestantsOf, usualContestants, whoIsHere } from './contestants.mjs';
import { fetchDocuments, findDocuments, manifest } from './documents.mjs';
import { grade as gradeOf } from './grade/grade.mjs';
import { printReport, writeReport } from './report/report.mjs';

/**
 * @typedef {import('./documents.mjs').Entry} Entry
 * @typedef {{
 *   readonly contestant: string,
 *   readonly entry: Entry,
 *   readonly bytesOut: number,
 *   readonly ms: number,
 *   readonly failure: string | null,
 *   readonly grade: import('./grade/grade.mjs').Grade | null,
 * }} Outcome of one contestant and one document; one that failed left the document as it was
 */

const USAGE = `Usage: npm run bench -- public [FOLDER] [options]
  FOLDER             of the documents; without one, node_modules/.cache/bench-public
  --fetch            fetch what the folder has not, from where the manifest says
  --only a.pdf,b.pdf those of the manifest alone
  --contestants FILE a JSON list of commands, beside the usual ones
  --out DIR          of table, CSV and page; without it, dist/bench-public`;

/**
 * Runs any commands on the documents of a public manifest, and reports what each of them lost.
 *
 * @param {readonly string[]} args
 */
export async function benchPublic(args) {
  const { folder, wanted, isFetching, extra, out } = readArgs(args);
  const entries = manifest().filter(({ name }) => wanted.size === 0 || wanted.has(name));
  if (isFetching) await fetchDocuments(folder, entries, console.log);
  const documents = findDocuments(folder, entries);
  if (documents.length === 0)
    throw new Refusal(`No document of the manifest lies in ${folder}. With --fetch they are fetched.`);

  const known = await whoIsHere([...usualContestants(), ...extra]);
  const here = known.filter(({ version }) => version !== null).map(({ contestant }) => contestant);
  /** @type {Outcome[]} */
  const outcomes = [];
  const work = mkdtempSync(join(tmpdir(), 'pagelight-public-'));
  try {
    for (const { entry, path } of documents) {
      for (const contestant of here) {
        const outcome = await outcomeOf(contestant, { entry, path }, join(work, 'out.pdf'));
        outcomes.push(outcome);
        console.log(line(outcome));
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  mkdirSync(out, { recursive: true });
  const report = { known, outcomes, missing: entries.length - documents.length };
  writeReport(out, report);
  printReport(report);
  console.log(`\nTable, CSV and page: ${out}`);
}

/**
 * @param {import('./contestants.mjs').Contestant} contestant
 * @param {import('./documents.mjs').Found} document
 * @param {string} output
 * @returns {Promise<Outcome>}
 */
async function outcomeOf(contestant, { entry, path }, output) {
  rmSync(output, { force: true });
  const { ms, failure } = await compete(contestant, path, output);
  const asItWas = { contestant: contestant.name, entry, ms, failure, bytesOut: entry.bytes, grade: null };
  if (failure !== null) return asItWas;
  const grade = await gradeOf(readFileSync(path), readFileSync(output));
  return { ...asItWas, bytesOut: statSync(output).size, grade };
}

/** @param {Outcome} outcome */
function line({ contestant, entry, bytesOut, failure, grade }) {
  const ratio = failure === null ? (bytesOut / entry.bytes).toFixed(3) : 'failed';
  const lost = grade?.losses.map(({ kind, lost: count }) => `${count} ${kind}`).join(', ') ?? failure;
  return `${entry.name.padEnd(28)}${contestant.padEnd(20)}${ratio.padStart(7)}  ${lost || '-'}`;
}

/** @param {readonly string[]} args */
function readArgs(args) {
  const from = process.env.INIT_CWD ?? process.cwd();
  const rest = [...args];
  /** @param {string} flag */
  const valueAfter = (flag) => {
    const at = rest.indexOf(flag);
    if (at < 0) return undefined;
    const [, value] = rest.splice(at, 2);
    if (value === undefined) throw new Refusal(USAGE);
    return value;
  };
  const only = valueAfter('--only');
  const contestants = valueAfter('--contestants');
  const out = valueAfter('--out');
  const isFetching = rest.includes('--fetch');
  const [folder, ...others] = rest.filter((arg) => arg !== '--fetch');
  if (others.length > 0 || folder?.startsWith('-')) throw new Refusal(USAGE);
  return {
    folder: folder === undefined ? join(ROOT, 'node_modules/.cache/bench-public') : resolve(from, folder),
    wanted: new Set(only?.split(',') ?? []),
    isFetching,
    extra: contestants === undefined ? [] : contestantsOf(resolve(from, contestants)),
    out: out === undefined ? join(ROOT, 'dist/bench-public') : resolve(from, out),
  };
}
