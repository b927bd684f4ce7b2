import { resolve } from 'node:path';
import { isEmail, isPasswordLength, normalEmail, PASSWORD_MIN_CHARACTERS } from './accounts/rules.ts';
import { isStartedByNpm } from './called-as.ts';
import type { JobSettings } from './jobs/limits.ts';
import { readJobSettings } from './jobs/settings.ts';
import type { Retention } from './ops/retention.ts';
import {
  type Machine,
  type MemorySettings,
  readMemorySettings,
  thisMachine,
} from './settings/memory-settings.ts';
import { SettingReader } from './settings/setting-reader.ts';
import type { ChoiceOf } from './settings/setting-specs.ts';
import type { UnknownSetting } from './settings/unknown-settings.ts';
import type { TracingSettings } from './tracing/span-exporter.ts';

/** All settings of the server. Only this file reads the environment; `settings/setting-specs.ts` has every variable. */
export interface Config extends MemorySettings {
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  readonly dataDir: string;
  /** URL of a PostgreSQL, with its password; without it the data is a file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** URL of a Redis or Valkey shared by replicas; without it each replica counts for itself. */
  readonly redisUrl: string | undefined;
  /** Documents whose clients do not wait; undefined: there are none. */
  readonly jobs: JobSettings | undefined;
  /** Bytes per second; slower uploads are refused and slower readers disconnected. 0 disables the limit. */
  readonly minTransferBytesPerS: number;
  /** Requests per minute of a key without its own limit; 0 disables the limit. */
  readonly requestsPerKey: number;
  /** Requests per minute of one address without a valid key; 0 disables the limit. */
  readonly requestsPerAddress: number;
  /** Maximum run time of a job, excluding its time in the queue. */
  readonly jobTimeoutMs: number;
  /** Niceness of large documents' processes, 0 to 19 (setpriority(2)). */
  readonly jobNiceness: number;
  /** Work threads per job. */
  readonly workThreads: number;
  /** Maximum queued jobs; further ones are refused with `busy`. */
  readonly maxQueue: number;
  /** Time between `draining` on `/readyz` and the refusal of new connections. */
  readonly drainDelayMs: number;
  /** Time after that for running requests to finish before the process exits. */
  readonly shutdownGraceMs: number;
  /** Trust `X-Forwarded-Proto` and `X-Forwarded-For` of the one proxy in front. */
  readonly trustProxy: boolean;
  /** Origins whose pages may call the API from a browser; `*` allows all. */
  readonly corsOrigins: readonly string[];
  /** Bearer token of `/metrics`; without it only this machine may read them. */
  readonly metricsToken: string | undefined;
  /** Port of `pagelight work`; 0: none. */
  readonly workPort: number;
  /** Destination of spans; undefined disables tracing. */
  readonly tracing: TracingSettings | undefined;
  /** Public URL of the server, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** The server runs from a checkout by `npm start`; in the container there is no npm. */
  readonly startedByNpm: boolean;
  /** Set variables that match no setting but resemble one. */
  readonly misspelled: readonly UnknownSetting[];
  /** Variables set under a former name. They take effect, and the log names the new one. */
  readonly renamed: readonly UnknownSetting[];
  readonly retention: Retention;
  readonly logLevel: LogLevel;
  /** The first account, created at startup if none exists; otherwise the setup link creates it. */
  readonly admin: { readonly email: string; readonly password: string } | undefined;
}

export type LogLevel = ChoiceOf<'LOG_LEVEL'>;

/** How much longer than one job a shutdown may take. */
const GRACE_BEYOND_JOB_S = 10;

/**
 * Reads settings from environment variables. Empty variables count as unset. Defaults depend on the machine.
 *
 * @throws ConfigError that names every invalid variable
 */
export function readConfig(env: NodeJS.ProcessEnv, machine: Machine = thisMachine()): Config {
  const read = new SettingReader(env);
  const port = read.integer('PORT');
  const memory = readMemorySettings(read, machine);
  const jobTimeoutS = read.integer('JOB_TIMEOUT_S');
  const databaseUrl = read.address('DATABASE_URL');
  const config: Omit<Config, 'misspelled' | 'renamed'> = {
    ...memory,
    port,
    host: read.text('HOST'),
    dataDir: resolve(read.text('DATA_DIR')),
    databaseUrl,
    jobs: readJobSettings(read, databaseUrl !== undefined),
    redisUrl: read.address('REDIS_URL'),
    minTransferBytesPerS: read.integer('MIN_TRANSFER_KB_PER_S') * 1024,
    requestsPerKey: read.integer('RATE_LIMIT_PER_MINUTE'),
    requestsPerAddress: read.integer('RATE_LIMIT_PER_ADDRESS'),
    jobTimeoutMs: jobTimeoutS * 1000,
    jobNiceness: read.integer('JOB_NICENESS'),
    startedByNpm: isStartedByNpm(env),
    workThreads: read.integer('WORKER_THREADS', Math.min(7, Math.max(1, machine.processors - 1))),
    maxQueue: read.integer('MAX_QUEUE'),
    drainDelayMs: read.integer('DRAIN_DELAY_S') * 1000,
    shutdownGraceMs: read.integer('SHUTDOWN_GRACE_S', jobTimeoutS + GRACE_BEYOND_JOB_S) * 1000,
    trustProxy: read.choice('TRUST_PROXY') === 'true',
    corsOrigins: readOrigins(read),
    metricsToken: read.secret('METRICS_TOKEN').trim() || undefined,
    workPort: read.integer('WORK_PORT'),
    tracing: readTracing(read),
    publicUrl: readPublicUrl(read),
    retention: {
      auditDays: read.integer('AUDIT_RETENTION_DAYS'),
      usageDays: read.integer('USAGE_RETENTION_DAYS'),
      endedKeysDays: read.integer('INACTIVE_KEY_RETENTION_DAYS'),
    },
    logLevel: read.choice('LOG_LEVEL'),
    admin: readAdmin(read),
  };
  return { ...config, ...read.end() };
}

function readAdmin(read: SettingReader): Config['admin'] {
  const email = read.text('ADMIN_EMAIL');
  const password = read.secret('ADMIN_PASSWORD');
  if (email === '' && password === '') return undefined;
  if (!isEmail(normalEmail(email))) read.refuse(`ADMIN_EMAIL must be an email address, not "${email}".`);
  if (!isPasswordLength(password))
    read.refuse(`ADMIN_PASSWORD must have ${PASSWORD_MIN_CHARACTERS} characters or more.`);
  return { email, password };
}

/** Names and formats as in OpenTelemetry. */
function readTracing(read: SettingReader): TracingSettings | undefined {
  const endpoint = read.address('OTEL_EXPORTER_OTLP_ENDPOINT');
  const serviceName = read.text('OTEL_SERVICE_NAME');
  const pairs = read.secret('OTEL_EXPORTER_OTLP_HEADERS').split(',').filter(Boolean);
  const headers = pairs.map((pair) => /^\s*([\w-]+)=(.*)$/.exec(pair));
  if (headers.includes(null))
    read.refuse('OTEL_EXPORTER_OTLP_HEADERS must be name=value, with commas between.');
  if (endpoint === undefined) return undefined;
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    serviceName,
    headers: Object.fromEntries(headers.map((found) => [found?.[1] ?? '', decoded(found?.[2] ?? '')])),
  };
}

/** Values of such headers are percent-encoded; text that cannot be decoded is used as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return text.trim();
  }
}

function readPublicUrl(read: SettingReader): string | undefined {
  const value = read.text('PUBLIC_URL');
  if (value === '' || isWebAddress(value)) return value.replace(/\/$/, '') || undefined;
  read.refuse(`PUBLIC_URL must be an address such as https://pdf.example.com, not "${value}".`);
  return undefined;
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === '';
}

function readOrigins(read: SettingReader): readonly string[] {
  const all = read
    .text('CORS_ORIGINS')
    .split(/[\s,]+/)
    .filter(Boolean);
  const wrong = all.filter((one) => one !== '*' && !isOrigin(one));
  if (wrong.length === 0) return all;
  read.refuse(
    `CORS_ORIGINS must be origins such as https://app.example.com, or *; "${wrong.join(' ')}" is none.`,
  );
  return [];
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
