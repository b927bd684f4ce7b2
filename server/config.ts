import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

import { resolve } from 'node:path';
import { isEmail, isPasswordLength, normalEmail, PASSWORD_MIN_CHARACTERS } from './accounts/rules.ts';
import { isStartedByNpm } from './called-as.ts';
import type { JobSettings } from './jobs/limits.ts';
import { SECRET_BYTES } from './jobs/sealer.ts';
import { DEFAULT_NICENESS } from './pool/process-priority.ts';
import type { TracingSettings } from './tracing/span-exporter.ts';
import { type UnknownSetting, unknownSettings } from './unknown-settings.ts';

/** All settings of the server. Only this file reads the environment. README documents them. */
export interface Config {
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  readonly dataDir: string;
  /** URL of a PostgreSQL, with its password; without it the data is a file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** URL of a Redis or Valkey shared by replicas; without it each replica counts for itself. */
  readonly redisUrl: string | undefined;
  readonly maxUploadBytes: number;
  /** Maximum total bytes of in-memory documents. */
  readonly maxInFlightBytes: number;
  /** Bytes of cached results for requests with an `Idempotency-Key`. */
  readonly keptResultsBytes: number;
  /** Documents whose clients do not wait; undefined: there are none. */
  readonly jobs: JobSettings | undefined;
  /** Of documents that agents work on; 0: there is no `/mcp`. */
  readonly agentFilesBytes: number;
  /** Bytes per second; slower uploads are refused and slower readers disconnected. 0 disables the limit. */
  readonly minTransferBytesPerS: number;
  /** Requests per minute of a key without its own limit; 0 disables the limit. */
  readonly requestsPerKey: number;
  /** Requests per minute of one address without a valid key; 0 disables the limit. */
  readonly requestsPerAddress: number;
  /** Maximum run time of a job, excluding its time in the queue. */
  readonly jobTimeoutMs: number;
  /** Maximum private memory of a job's process, in MiB. */
  readonly jobMemoryMb: number;
  /** Concurrent jobs, each in its own process; one small document may run beside them. */
  /** Niceness of large documents' processes, 0 to 19 (setpriority(2)). */
  readonly jobNiceness: number;
  readonly concurrency: number;
  /** Additional jobs of other clients while one client holds all of `concurrency`; 0 where memory does not suffice. */
  readonly guestSlots: 0 | 1;
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
  /** Memory available to this process, in MiB: the machine's or its container's. Not a setting. */
  readonly machineMemoryMb: number;
  readonly retention: Retention;
  readonly logLevel: LogLevel;
  /** The first account, created at startup if none exists; otherwise the setup link creates it. */
  readonly admin: { readonly email: string; readonly password: string } | undefined;
}

/** How long what is written down stays, in days; 0: for ever. */
export interface Retention {
  readonly auditDays: number;
  readonly usageDays: number;
  /** Days after a key was revoked or has expired. */
  readonly endedKeysDays: number;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const MIB = 1024 * 1024;

/** Invalid settings, one sentence each; each names its variable. */
export class ConfigError extends Error {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join('\n'));
    this.name = 'ConfigError';
    this.issues = issues;
  }
}

/** Resources of the machine or container. */
export interface Machine {
  readonly processors: number;
  readonly memoryMb: number;
}

function thisMachine(): Machine {
  // Without a limit it is 0, or more than the total memory.
  const bound = process.constrainedMemory() || totalmem();
  return { processors: availableParallelism(), memoryMb: Math.floor(Math.min(bound, totalmem()) / MIB) };
}

/** The server's own process, without the documents it holds. */
const SERVER_MB = 192;
/** How much longer than one job a shutdown may take. */
const GRACE_BEYOND_JOB_S = 10;
const JOB_MEMORY_MB = { least: 256, most: 2048 };

/** A guest's slot takes memory from all jobs: there is none where each would have less than this. */
const GUEST_JOB_MB = 512;

/** Maximum memory that the settings allow the server to use, in MiB. */
export function memoryNeedMb(
  config: Pick<
    Config,
    'concurrency' | 'guestSlots' | 'jobMemoryMb' | 'maxInFlightBytes' | 'keptResultsBytes' | 'agentFilesBytes'
  >,
): number {
  // One small document may run beside the others, and where there is memory one of another client.
  return (
    SERVER_MB +
    (config.keptResultsBytes + config.agentFilesBytes + config.maxInFlightBytes) / MIB +
    (config.concurrency + 1 + config.guestSlots) * config.jobMemoryMb
  );
}

/** Former names of settings, by current name. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  AUDIT_RETENTION_DAYS: 'KEEP_AUDIT_DAYS',
  USAGE_RETENTION_DAYS: 'KEEP_USAGE_DAYS',
  INACTIVE_KEY_RETENTION_DAYS: 'KEEP_ENDED_KEYS_DAYS',
  WORKER_THREADS: 'IMAGE_THREADS',
};

/**
 * Reads settings from environment variables. Empty variables count as unset. Defaults depend on the machine.
 *
 * @throws ConfigError that names every invalid variable
 */
export function readConfig(env: NodeJS.ProcessEnv, machine: Machine = thisMachine()): Config {
  const issues: string[] = [];
  const known = new Set<string>();
  const renamed: UnknownSetting[] = [];
  const text = (name: string, fallback: string) => {
    known.add(name);
    const former = FORMER_NAMES[name];
    const isFormer = former !== undefined && !env[name]?.trim() && Boolean(env[former]?.trim());
    if (former !== undefined) known.add(former);
    if (isFormer) renamed.push({ name: former, suggestion: name });
    return env[isFormer ? former : name]?.trim() || fallback;
  };

  /** Secrets may be stored in a file whose path is in the variable with the suffix `_FILE`. */
  const secret = (name: string): string => {
    const path = text(`${name}_FILE`, '');
    known.add(name);
    const value = env[name] ?? '';
    if (path === '') return value;
    if (value !== '') issues.push(`${name} and ${name}_FILE are both set; use one.`);
    try {
      return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      issues.push(
        `${name}_FILE is "${path}", which cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
      );
      return '';
    }
  };

  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name, String(fallback));
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    issues.push(`${name} must be an integer from ${min} to ${max}, not "${value}".`);
    return fallback;
  };

  const choice = <T extends string>(name: string, fallback: T, choices: readonly T[]): T => {
    const value = text(name, fallback);
    const found = choices.find((candidate) => candidate === value);
    if (found === undefined) issues.push(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
    return found ?? fallback;
  };

  /** The URL may contain a password: never print it. */
  const address = (name: string, schemes: readonly string[]): string | undefined => {
    const value = secret(name).trim();
    if (value === '') return undefined;
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value;
    issues.push(`${name} must be an address that begins with ${schemes.map((s) => `${s}//`).join(' or ')}.`);
    return undefined;
  };

  const admin = (): Config['admin'] => {
    const email = text('ADMIN_EMAIL', '');
    const password = secret('ADMIN_PASSWORD');
    if (email === '' && password === '') return undefined;
    if (!isEmail(normalEmail(email))) issues.push(`ADMIN_EMAIL must be an email address, not "${email}".`);
    if (!isPasswordLength(password)) {
      issues.push(`ADMIN_PASSWORD must have ${PASSWORD_MIN_CHARACTERS} characters or more.`);
    }
    return { email, password };
  };
  /** Names and formats as in OpenTelemetry. */
  const tracing = (): TracingSettings | undefined => {
    const endpoint = address('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
    const serviceName = text('OTEL_SERVICE_NAME', 'pagelight');
    const pairs = secret('OTEL_EXPORTER_OTLP_HEADERS').split(',').filter(Boolean);
    const headers = pairs.map((pair) => /^\s*([\w-]+)=(.*)$/.exec(pair));
    if (headers.includes(null))
      issues.push('OTEL_EXPORTER_OTLP_HEADERS must be name=value, with commas between.');
    if (endpoint === undefined) return undefined;
    return {
      endpoint: endpoint.replace(/\/$/, ''),
      serviceName,
      headers: Object.fromEntries(headers.map((found) => [found?.[1] ?? '', decoded(found?.[2] ?? '')])),
    };
  };
  const jobs = (hasServer: boolean): JobSettings | undefined => {
    const isOn = choice('JOBS', hasServer ? 'off' : 'on', ['on', 'off']) === 'on';
    if (isOn && hasServer)
      issues.push('JOBS must be off where DATABASE_URL is set: jobs are kept in SQLite.');
    const secrets = secret('JOBS_SECRET').split(',').filter(Boolean);
    const keys = secrets.map((text) => Buffer.from(text.trim(), 'base64'));
    if (keys.some((key) => key.length !== SECRET_BYTES))
      issues.push(`JOBS_SECRET must be ${SECRET_BYTES} bytes in base64, or several with commas between.`);
    const limits = {
      openPerKey: integer('JOBS_OPEN_PER_KEY', 20_000, 1, 10_000_000),
      storeBytes: integer('JOBS_STORE_MB', 10_240, 1, 100_000_000) * MIB,
      resultHours: integer('KEEP_RESULTS_HOURS', 24, 1, 168),
      jobDays: integer('KEEP_JOBS_DAYS', 30, 1, 3650),
    };
    return isOn ? { secrets: keys, limits } : undefined;
  };
  const publicUrl = (): string | undefined => {
    const value = text('PUBLIC_URL', '');
    if (value === '' || isWebAddress(value)) return value.replace(/\/$/, '') || undefined;
    issues.push(`PUBLIC_URL must be an address such as https://pdf.example.com, not "${value}".`);
    return undefined;
  };
  const origins = (name: string): readonly string[] => {
    const all = text(name, '')
      .split(/[\s,]+/)
      .filter(Boolean);
    const wrong = all.filter((one) => one !== '*' && !isOrigin(one));
    if (wrong.length === 0) return all;
    issues.push(
      `${name} must be origins such as https://app.example.com, or *; "${wrong.join(' ')}" is none.`,
    );
    return [];
  };

  const port = integer('PORT', 3000, 0, 65_535);
  // The core itself reads at most 2 GB (shared/limits.ts).
  const maxUploadMb = integer('MAX_UPLOAD_MB', 200, 1, 1900);

  // One upload of the maximum size, with its form, must always fit.
  const leastInFlightMb = maxUploadMb + 1;
  const usualInFlightMb = Math.max(leastInFlightMb, Math.min(1024, Math.floor(machine.memoryMb / 4)));
  const maxInFlightMb = integer('MAX_IN_FLIGHT_MB', usualInFlightMb, leastInFlightMb, 1_000_000);
  const usualConcurrency = Math.min(4, machine.processors, Math.max(1, Math.floor(machine.memoryMb / 1024)));
  const concurrency = integer('CONCURRENCY', usualConcurrency, 1, 256);
  const keptResultsMb = integer('IDEMPOTENCY_MEMORY_MB', 64, 0, 65_536);
  const usualAgentFilesMb = Math.min(256, Math.floor(machine.memoryMb / 32));
  const agentFilesMb = integer('AGENT_FILES_MB', usualAgentFilesMb, 0, 65_536);
  const leftForJobsMb = machine.memoryMb - SERVER_MB - keptResultsMb - agentFilesMb - maxInFlightMb;
  const hasRoomForGuest = leftForJobsMb >= (concurrency + 2) * GUEST_JOB_MB;
  const usualJobMb = Math.floor(leftForJobsMb / (concurrency + (hasRoomForGuest ? 2 : 1)));

  const jobMemoryMb = integer(
    'JOB_MEMORY_MB',
    Math.min(JOB_MEMORY_MB.most, Math.max(JOB_MEMORY_MB.least, usualJobMb)),
    128,
    65_536,
  );

  const jobTimeoutS = integer('JOB_TIMEOUT_S', 300, 1, 86_400);

  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:']);
  const config: Omit<Config, 'misspelled' | 'renamed'> = {
    port,
    // Only this machine can connect by default; a container or public server sets HOST=0.0.0.0.
    host: text('HOST', '127.0.0.1'),
    dataDir: resolve(text('DATA_DIR', './data')),
    databaseUrl,
    jobs: jobs(databaseUrl !== undefined),
    redisUrl: address('REDIS_URL', ['redis:', 'rediss:']),
    maxUploadBytes: maxUploadMb * MIB,
    maxInFlightBytes: maxInFlightMb * MIB,
    keptResultsBytes: keptResultsMb * MIB,
    agentFilesBytes: agentFilesMb * MIB,
    minTransferBytesPerS: integer('MIN_TRANSFER_KB_PER_S', 4, 0, 1_000_000) * 1024,
    requestsPerKey: integer('RATE_LIMIT_PER_MINUTE', 120, 0, 1_000_000),
    requestsPerAddress: integer('RATE_LIMIT_PER_ADDRESS', 600, 0, 1_000_000),
    jobTimeoutMs: jobTimeoutS * 1000,
    jobMemoryMb,
    jobNiceness: integer('JOB_NICENESS', DEFAULT_NICENESS, 0, 19),
    concurrency,
    startedByNpm: isStartedByNpm(env),
    guestSlots: leftForJobsMb >= (concurrency + 2) * jobMemoryMb ? 1 : 0,
    workThreads: integer('WORKER_THREADS', Math.min(7, Math.max(1, machine.processors - 1)), 1, 256),
    maxQueue: integer('MAX_QUEUE', 64, 0, 10_000),
    drainDelayMs: integer('DRAIN_DELAY_S', 0, 0, 600) * 1000,
    shutdownGraceMs: integer('SHUTDOWN_GRACE_S', jobTimeoutS + GRACE_BEYOND_JOB_S, 1, 90_000) * 1000,
    trustProxy: choice('TRUST_PROXY', 'false', ['true', 'false']) === 'true',
    corsOrigins: origins('CORS_ORIGINS'),
    metricsToken: secret('METRICS_TOKEN').trim() || undefined,
    tracing: tracing(),
    publicUrl: publicUrl(),
    retention: {
      auditDays: integer('AUDIT_RETENTION_DAYS', 400, 0, 36_500),
      usageDays: integer('USAGE_RETENTION_DAYS', 800, 0, 36_500),
      endedKeysDays: integer('INACTIVE_KEY_RETENTION_DAYS', 400, 0, 36_500),
    },
    machineMemoryMb: machine.memoryMb,
    logLevel: choice('LOG_LEVEL', 'info', LOG_LEVELS),
    admin: admin(),
  };
  if (issues.length > 0) throw new ConfigError(issues);
  return { ...config, misspelled: unknownSettings(Object.keys(env), known), renamed };
}

/** Values of such headers are percent-encoded; text that cannot be decoded is used as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return text.trim();
  }
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === '';
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
