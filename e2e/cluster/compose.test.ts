import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AwsClient } from 'aws4fetch';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/database.ts';
import { createKeyService } from '../../server/keys/key-service.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import { freePort } from '../support/free-port.ts';
import { accepts, type Postgres, startPostgres } from './postgres.ts';
import { type Program, removeFolder, startProgram, temporaryFolder, until } from './programs.ts';
import { isReady } from './replica.ts';
import { startSwift } from './swift.ts';

const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'letters1234';

interface Service {
  readonly build?: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly string[];
}

/** As compose fills in variables: `${NAME:-default}` and `${NAME:?message}`. */
function filledIn(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = env[name] || (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name}: ${rest}`);
    return value;
  });
}

async function services(
  env: Readonly<Record<string, string>>,
  file = 'compose.yaml',
): Promise<Readonly<Record<string, Service>>> {
  const text = await readFile(join(ROOT, file), 'utf8');
  const filled = (_: unknown, value: unknown) => (typeof value === 'string' ? filledIn(value, env) : value);
  return parse(text, filled, { merge: true }).services;
}

let folder: string;
let postgres: Postgres;
let valkey: Program;
let replica: Program | undefined;
let composed: Readonly<Record<string, Service>>;
/** The same with workers and a bucket, which `deploy/compose.workers.yaml` adds. */
let extended: Readonly<Record<string, Service>>;
const ports = { valkey: 0, replica: 0 };

beforeAll(async () => {
  composed = await services({ POSTGRES_PASSWORD: PASSWORD });
  extended = await services(
    {
      POSTGRES_PASSWORD: PASSWORD,
      JOBS_SECRET: Buffer.alloc(32).toString('base64'),
      BUCKET_SECRET: PASSWORD,
    },
    'deploy/compose.workers.yaml',
  );
  folder = await temporaryFolder('compose');
  const { POSTGRES_USER: user = '', POSTGRES_PASSWORD: password = '' } = composed.postgres!.environment!;
  // The image makes a database of the user's name, and asks for the password over the network.
  postgres = await startPostgres({ user, password, database: user });
  ports.valkey = await freePort();
  ports.replica = await freePort();
  // Debian 12 has no Valkey; Redis 7 takes the same settings.
  const [program, ...settings] = composed.valkey!.command!;
  expect(program).toBe('valkey-server');
  const here = ['--bind', '127.0.0.1', '--port', String(ports.valkey), '--dir', folder];
  valkey = startProgram('redis-server', [...settings, ...here]);
  await until('Valkey accepts connections', () => accepts(ports.valkey), valkey);
});
afterAll(async () => {
  await replica?.stop();
  await valkey.stop();
  await postgres.remove();
  await removeFolder(folder);
});

/** The replica's settings, with its services on this machine. */
function replicaEnv(): Readonly<Record<string, string>> {
  return onThisMachine(composed['replica-a']!);
}

function onThisMachine({ environment = {} }: Service): Readonly<Record<string, string>> {
  const { port } = new URL(postgres.url);
  const local = Object.entries(environment).map(([name, value]) => [
    name,
    value
      .replace('@postgres:5432/', `@127.0.0.1:${port}/`)
      .replace('//valkey:6379', `//127.0.0.1:${ports.valkey}`),
  ]);
  return Object.fromEntries(local);
}

/** Variables that are no settings of the server. */
function unknownVariables(env: Readonly<Record<string, string>>): readonly string[] {
  const asked = new Set<string>();
  readConfig(
    new Proxy(env as NodeJS.ProcessEnv, {
      get(all, name: string) {
        asked.add(name);
        return all[name];
      },
    }),
  );
  return Object.keys(env).filter((name) => !asked.has(name));
}

test('every service, volume and variable that compose.yaml names exists', async () => {
  await expect(services({})).rejects.toThrow('POSTGRES_PASSWORD: set it to a password of letters and digits');
  const all = [...Object.entries(composed), ...Object.entries(extended)];
  for (const [name, { depends_on = {}, volumes = [], build }] of all) {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      const service = { ...extended, ...composed }[other];
      expect(service, `${name} depends on ${other}`).toBeDefined();
      // The image's own health check serves for what is built here.
      if (condition === 'service_healthy') expect(service!.healthcheck ?? service!.build).toBeDefined();
    }
    for (const volume of volumes.filter((each) => each.startsWith('./')))
      await readFile(join(ROOT, volume.split(':')[0]!));
    if (build !== undefined) await readFile(join(ROOT, build, 'Dockerfile'));
  }
  expect(unknownVariables(replicaEnv())).toEqual([]);
  // All that share jobs have the same folder, secret and bucket.
  const [worker, ...replicas] = ['worker', 'replica-a', 'replica-b'].map((name) => extended[name]!);
  const shared = Object.entries(worker!.environment!).filter(([name]) => /^(JOBS|S3|BUCKETS)/.test(name));
  expect(shared).toHaveLength(7);
  expect(unknownVariables(worker!.environment!)).toEqual([]);
  for (const other of replicas) {
    expect(other.environment).toEqual({ ...Object.fromEntries(shared), WORK: 'false' });
    expect(unknownVariables({ ...replicaEnv(), ...other.environment })).toEqual([]);
    expect(other.volumes).toEqual(worker!.volumes);
  }
  const health = worker!.healthcheck!.test.at(-1)!;
  expect(health).toContain('process.env.WORK_PORT');
  const upstreams = (await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8')).matchAll(
    /server ([\w-]+):3000/g,
  );
  expect(new Set([...upstreams].map(([, name]) => name))).toEqual(new Set(['replica-a', 'replica-b']));
});

test('a replica with its settings serves with a database and a Valkey of their own, as deploy/README.md walks', async () => {
  const image = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).split('FROM scratch').at(-1)!;
  const words = (word: string): readonly string[] =>
    JSON.parse(new RegExp(`^${word} .*?(\\[.*\\])`, 'ms').exec(image)![1]!.split('\n')[0]!);
  const own = { HOST: '127.0.0.1', PORT: String(ports.replica), DATA_DIR: folder, JOB_NICENESS: '0' };
  const env = {
    NODE_ENV: 'production',
    PAGELIGHT_STATE_DIR: join(folder, 'state'),
    ...replicaEnv(),
    ...own,
    DRAIN_DELAY_S: '0',
    PATH: process.env.PATH,
  };
  const inside = (text: string) => text.replace('/app/dist', join(ROOT, 'dist'));
  const run = (program: string, args: readonly string[]) =>
    promisify(execFile)(program, args.map(inside), { env, cwd: ROOT, encoding: 'buffer' });

  const { port } = new URL(postgres.url);
  const [, healthProgram = '', ...healthArgs] = composed.postgres!.healthcheck!.test;
  const local = ['-h', '127.0.0.1', '-p', port];
  expect(String((await run(healthProgram, [...healthArgs, ...local])).stdout)).toContain(
    'accepting connections',
  );

  const [entry = '', ...entryArgs] = [...words('ENTRYPOINT'), ...words('CMD')];
  replica = startProgram(entry, entryArgs.map(inside), { env, cwd: ROOT });
  await until('the replica is ready', () => isReady(`http://127.0.0.1:${ports.replica}`), replica);
  const [health = '', ...rest] = words('HEALTHCHECK');
  await run(health, rest);

  const readme = await readFile(join(ROOT, 'deploy/README.md'), 'utf8');
  const command = (pattern: RegExp) => pattern.exec(readme)![1]!.split(' ');
  const [node = '', ...make] = command(/docker compose exec replica-a (.* keys create .*)/);
  const [key = ''] = /pgl_\w+/.exec(String((await run(node, make)).stdout)) ?? [];
  const pdf = await readFile(join(ROOT, 'shared/fixtures/real/form-jbig2.pdf'));
  const response = await fetch(`http://127.0.0.1:${ports.replica}/api/v1/compress`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/pdf' },
    body: pdf,
  });
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(pdf.length);
  const counters = execFileSync('redis-cli', ['-p', String(ports.valkey), 'dbsize'], { encoding: 'utf8' });
  expect(Number(counters)).toBeGreaterThan(0);

  const [, ...backup] = command(/docker compose exec -T replica-a (.*) > pagelight\.dump/);
  await writeFile(join(folder, 'pagelight.dump'), (await run(node, backup)).stdout);
  const [restore = '', ...how] = command(/docker compose exec -T postgres (.*) < pagelight\.dump/);
  const restored = spawn(restore, [...how, ...local, join(folder, 'pagelight.dump')], {
    env: { PATH: process.env.PATH, PGPASSWORD: PASSWORD },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(restored, 'close')).toEqual([0, null]);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  expect((await client.query('select name from api_keys')).rows).toEqual([{ name: 'my-app' }]);
  await client.end();
});

test('the workers of compose.workers.yaml do a job from bucket to bucket', async () => {
  const swift = await startSwift();
  const bucket = new AwsClient({
    ...swift.settings,
    ...swift.settings.credentials,
    sessionToken: '',
    service: 's3',
    retries: 0,
  });
  const object = (key: string) => `${swift.settings.endpoint}/documents${key}`;
  expect((await bucket.fetch(object(''), { method: 'PUT' })).status).toBe(200);
  const pdf = await smallPdf();
  expect((await bucket.fetch(object('/in/form.pdf'), { method: 'PUT', body: Buffer.from(pdf) })).status).toBe(
    200,
  );
  const { endpoint = '', credentials } = swift.settings;
  const own = {
    JOB_NICENESS: '0',
    DATA_DIR: folder,
    JOBS_DIR: join(folder, 'jobs'),
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
  };
  const place = {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const start = (service: Service, command: string, more: Readonly<Record<string, string>>) =>
    startProgram(process.execPath, [join(ROOT, 'dist/package/pagelight.js'), command], {
      env: { ...onThisMachine(service), ...more, ...place, ...own },
      cwd: ROOT,
    });
  const [port, workPort] = [await freePort(), await freePort()];
  const replicaSettings = { ...composed['replica-a']!.environment, ...extended['replica-a']!.environment };
  const front = start({ image: '', environment: replicaSettings }, 'serve', {
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  const worker = start(extended.worker!, 'work', { WORK_PORT: String(workPort) });
  await until('the replica is ready', () => isReady(`http://127.0.0.1:${port}`), front);
  await until('the worker is ready', () => isReady(`http://127.0.0.1:${workPort}`), worker);

  // Jobs need no Redis.
  await valkey.stop();
  const db = await openDatabase({ dataDir: folder, databaseUrl: postgres.url });
  const { secret } = await createKeyService(db).create({ name: 'jobs' });
  await db.destroy();
  const api = `http://127.0.0.1:${port}/api/v1/jobs`;
  const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json' };
  const documents = [
    { input: { s3: 's3://documents/in/form.pdf' }, output: { s3: 's3://documents/out/form.pdf' } },
  ];
  const made = await (
    await fetch(api, { method: 'POST', headers, body: JSON.stringify({ documents }) })
  ).json();
  const ended = await fetch(`${api}/${made.id}`, { headers: { ...headers, Prefer: 'wait=60' } });
  expect(await ended.json()).toMatchObject({ state: 'ended', outcome: 'done' });
  const result = await (await bucket.fetch(object('/out/form.pdf'))).arrayBuffer();
  expect(result.byteLength).toBeLessThan(pdf.length);
  await Promise.all([front.stop(), worker.stop()]);
  expect([front.child.exitCode, worker.child.exitCode]).toEqual([0, 0]);
  await swift.remove();
});
