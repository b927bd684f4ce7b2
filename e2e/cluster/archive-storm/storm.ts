import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bucket, openBucket } from '../../../library/node/s3/bucket.ts';
import { createS3 } from '../../../library/node/s3/s3.ts';
import { type Program, removeFolder, startProgram, temporaryFolder } from '../programs.ts';
import { startSwift } from '../swift.ts';
import { archiveDocuments } from './documents.ts';

export interface ArchiveStormPlan {
  readonly objects: number;
  readonly shardSize: number;
  /** Documents compressed for the prediction. */
  readonly sample: number;
  readonly workers: number;
  readonly kills: number;
  readonly killEveryMs: number;
  /** Objects of a second run without kills, for the processor time; 0 for none. */
  readonly quiet: number;
}

export interface ArchiveStormReport {
  readonly killed: number;
  /** Processes that ended otherwise before the run was complete. */
  readonly endedByThemselves: number;
  readonly objects: number;
  /** Objects without a line or an output. */
  readonly lost: number;
  /** Objects with two lines. */
  readonly twice: number;
  /** Outputs that are not what their line says. */
  readonly half: number;
  /** Files of work in progress that stayed. */
  readonly left: number;
  readonly smaller: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
  readonly reused: number;
  /** Bytes saved, as predicted and as they are. */
  readonly saved: Compared;
  /** Processor seconds of the run without kills; null without one. */
  readonly cpu: Compared | null;
  /** Exit code and last line of `verify` by another process. */
  readonly verified: readonly [code: number | null, text: string];
  readonly seconds: number;
}

interface Compared {
  readonly predicted: number;
  readonly actual: number;
  /** Relative. */
  readonly off: number;
}

/** Returns a sentence for each broken promise. */
export function archiveStormFaults(plan: ArchiveStormPlan, report: ArchiveStormReport): readonly string[] {
  const { objects, lost, twice, half, left, failed, endedByThemselves, killed, saved, cpu, verified } =
    report;
  const rules: readonly (readonly [boolean, string])[] = [
    [objects !== plan.objects, `${objects} of ${plan.objects} objects`],
    [lost + twice + half > 0, `${lost} lost, ${twice} twice, ${half} half`],
    [left > 0, `${left} files of work in progress stayed`],
    [Object.keys(failed).length > 0, `failed: ${JSON.stringify(failed)}`],
    [endedByThemselves > 0, `${endedByThemselves} processes ended by themselves`],
    [killed !== plan.kills, `${killed} of ${plan.kills} kills`],
    [Math.abs(saved.off) > 0.03, `bytes saved are off by ${(saved.off * 100).toFixed(1)} %`],
    [
      cpu !== null && Math.abs(cpu.off) > 0.15,
      `processor time is off by ${((cpu?.off ?? 0) * 100).toFixed(1)} %`,
    ],
    [verified[0] !== 0, `verify: ${verified.join(' ')}`],
  ];
  return rules.filter(([isWrong]) => isWrong).map(([, fault]) => fault);
}

const COMMAND = fileURLToPath(new URL('../../../dist/package/pagelight.js', import.meta.url));
const BUCKET = 'archive';
const UPLOADS_AT_A_TIME = 4;
/** Exit code 3: some PDFs are refused, as they should be. */
const GOOD_ENDS: ReadonlySet<number | null> = new Set([0, 3]);

/** Plans an archive in a real bucket, runs it while its processes are killed, and counts what came of it. */
export async function runArchiveStorm(plan: ArchiveStormPlan): Promise<ArchiveStormReport> {
  const began = performance.now();
  const swift = await startSwift();
  const folder = await temporaryFolder('archive');
  const { endpoint, region, credentials } = swift.settings;
  const env = {
    S3_ENDPOINT: endpoint!,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const start = (...args: readonly string[]) =>
    startProgram(process.execPath, [COMMAND, 'archive', ...args], { env });
  const ended = async (...args: readonly string[]) => {
    const program = start(...args);
    const code = await exitOf(program);
    if (!GOOD_ENDS.has(code) && args[0] !== 'verify')
      throw new Error(`archive ${args.join(' ')}: ${code}\n${program.output()}`);
    return { code, output: program.output() };
  };
  try {
    const s3 = createS3(swift.settings);
    const signal = new AbortController().signal;
    await s3.send('PUT', { bucket: BUCKET, key: '' }, { signal });
    const bucket = openBucket(s3, BUCKET, { patienceMs: 30_000, signal });
    await upload(bucket, plan);
    const run = join(folder, 'run');
    const sizes = ['--shard-size', String(plan.shardSize), '--sample', String(plan.sample)];
    await ended('plan', `s3://${BUCKET}/in`, run, ...sizes);
    const kills = await killedRun(plan, () => start('run', run, '--to', `s3://${BUCKET}/out`, '--jobs', '1'));
    const report = JSON.parse(await readFile(join(run, 'report.json'), 'utf8'));
    const verified = await ended('verify', run, '--root', report.root, '--sample', '2%');
    return {
      ...kills,
      ...(await counted(run, bucket)),
      smaller: report.smaller,
      refused: report.refused,
      failed: report.failed,
      reused: report.cost.reused,
      saved: compared(report.predicted.savedBytes.likely, report.inputSize - report.outputSize),
      cpu: plan.quiet === 0 ? null : await quietRun(join(folder, 'quiet'), sizes, ended),
      verified: [verified.code, verified.output.trim().split('\n').at(-1)!],
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await swift.remove();
    await removeFolder(folder);
  }
}

function exitOf({ child }: Program): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once('exit', (code) => resolve(code));
  });
}

/** Names as people give them, in folders that a second run takes some of. */
function keyOf(n: number, { quiet }: ArchiveStormPlan): string {
  return `in/${n < quiet ? 'quiet' : 'others'}/${n % 50}/Rechnung ü+${n}%20.pdf`;
}

async function upload(bucket: Bucket, plan: ArchiveStormPlan): Promise<void> {
  const documentOf = await archiveDocuments();
  const numbers = Array.from({ length: plan.objects }, (_, n) => n).values();
  const lane = async () => {
    for (const n of numbers)
      await bucket.put(keyOf(n, plan), [documentOf(n)], { mediaType: 'application/pdf' });
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_A_TIME }, lane));
}

/** Keeps a number of processes at work until one finds the run complete, and kills one after the other. */
async function killedRun(
  plan: ArchiveStormPlan,
  begin: () => Program,
): Promise<Pick<ArchiveStormReport, 'killed' | 'endedByThemselves'>> {
  const alive: Program[] = [];
  const counts = { killed: 0, endedByThemselves: 0 };
  let next = 0;
  const timer = setInterval(() => {
    const victim = alive[next % Math.max(1, alive.length)];
    next += 1;
    if (counts.killed < plan.kills && victim?.child.kill('SIGKILL') === true) counts.killed += 1;
  }, plan.killEveryMs);
  const place = async () => {
    for (;;) {
      const program = begin();
      alive.push(program);
      const code = await exitOf(program);
      alive.splice(alive.indexOf(program), 1);
      if (GOOD_ENDS.has(code)) return;
      if (program.child.signalCode === 'SIGKILL') continue;
      counts.endedByThemselves += 1;
      throw new Error(program.output());
    }
  };
  try {
    await Promise.all(Array.from({ length: plan.workers }, place));
  } finally {
    clearInterval(timer);
    for (const program of alive) program.child.kill('SIGKILL');
  }
  return counts;
}

/** Compares inputs, lines and outputs, without a part of the command. */
async function counted(
  run: string,
  bucket: Bucket,
): Promise<Pick<ArchiveStormReport, 'objects' | 'lost' | 'twice' | 'half' | 'left'>> {
  const files = await readdir(run, { recursive: true, withFileTypes: true });
  const names = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const left = names.filter((name) => /\/(receipts|leases)\/[^.]|\.part$/.test(name)).length;
  const digests = new Map<string, string>();
  let twice = 0;
  for (const name of names.filter((each) => each.includes('/manifests/'))) {
    const [, ...lines] = (await readFile(name, 'utf8')).trim().split('\n');
    for (const line of lines) {
      const { key, receipt, input } = JSON.parse(line);
      if (digests.has(key)) twice += 1;
      digests.set(key, (receipt?.output ?? input).sha256);
    }
  }
  const [inputs, outputs] = [await keysUnder(bucket, 'in/'), new Set(await keysUnder(bucket, 'out/'))];
  const lost = inputs.filter((key) => !digests.has(key) || !outputs.has(key)).length;
  let half = outputs.size - [...outputs].filter((key) => digests.has(key)).length;
  const keys = outputs.values();
  const lane = async () => {
    for (const key of keys) {
      const found = await bucket.get(`out/${key}`);
      const sha256 = createHash('sha256').update(found!.bytes).digest('hex');
      if (sha256 !== digests.get(key)) half += 1;
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_A_TIME }, lane));
  return { objects: digests.size, lost, twice, half, left };
}

async function keysUnder(bucket: Bucket, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list(prefix)) keys.push(key.slice(prefix.length));
  return keys;
}

async function quietRun(
  run: string,
  sizes: readonly string[],
  ended: (...args: readonly string[]) => Promise<unknown>,
): Promise<Compared> {
  await ended('plan', `s3://${BUCKET}/in/quiet`, run, ...sizes);
  await ended('run', run, '--to', `s3://${BUCKET}/quiet-out`);
  const { predicted, cost } = JSON.parse(await readFile(join(run, 'report.json'), 'utf8'));
  return compared(predicted.cpuSeconds.likely, cost.cpuMs / 1000);
}

function compared(predicted: number, actual: number): Compared {
  return { predicted, actual, off: predicted / actual - 1 };
}
