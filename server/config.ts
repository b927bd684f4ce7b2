import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

import { resolve } from 'node:path';
import { isEmail, isPasswordLength, normalEmail, PASSWORD_MIN_CHARACTERS } from './accounts/rules.ts';
import type { JobLimits } from './jobs/limits.ts';
import { SECRET_BYTES } from './jobs/sealer.ts';
import type { TracingSettings } from './tracing/span-exporter.ts';
import { type UnknownSetting, unknownSettings } from './unknown-settings.ts';

/** All settings of the server; the only place that reads the environment. README lists them for people. */
export interface Config {
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  readonly dataDir: string;
  /** Address of a PostgreSQL, with its password; without one the data is a file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Address of a Redis or Valkey that replicas share; without one each counts for itself. */
  readonly redisUrl: string | undefined;
  readonly maxUploadBytes: number;
  /** Bytes of all documents that are held at the same time. */
  readonly maxInFlightBytes: number;
  /** Of finished documents whose requests named themselves, kept for whoever asks again. */
  readonly keptResultsBytes: number;
  /** Documents whose clients do not wait; undefined: there are none. */
  readonly jobs: JobSettings | undefined;
  /** Of documents that agents work on; 0: there is no `/mcp`. */
  readonly agentFilesBytes: number;
  /** Bytes in a second; a slower upload is refused, a slower reader cut off. 0: any pace. */
  readonly minTransferBytesPerS: number;
  /** Requests in a minute of a key that has no limit of its own; 0: any number. */
  readonly requestsPerKey: number;
  /** Requests in a minute of one address without a good key; 0: any number. */
  readonly requestsPerAddress: number;
  /** Time one job may run, without its time in the queue. */
  readonly jobTimeoutMs: number;
  /** Memory of one job, in MiB: all that its process has for itself. */
  readonly jobMemoryMb: number;
  /** Jobs that run at the same time, each in its own process; one small document may run beside them. */
  readonly concurrency: number;
  /** Images that are recoded at the same time, each in its own thread, of one job. */
  readonly workThreads: number;
  /** Jobs that may wait; one more is refused as `busy`. */
  readonly maxQueue: number;
  /** Between the moment `/readyz` says `draining` and the one when connections are refused. */
  readonly drainDelayMs: number;
  /** After that, until whoever is not done is turned away and the process ends. */
  readonly shutdownGraceMs: number;
  /** Believe `X-Forwarded-Proto` and `X-Forwarded-For` of the one proxy in front. */
  readonly trustProxy: boolean;
  /** Origins whose pages may call the API from a browser; `*`: all. */
  readonly corsOrigins: readonly string[];
  /** What `/metrics` asks for; without one it is for this machine alone. */
  readonly metricsToken: string | undefined;
  /** Where spans are sent; undefined: nowhere. */
  readonly tracing: TracingSettings | undefined;
  /** Where people reach the server, without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** Variables whose names nobody reads. */
  readonly misspelled: readonly UnknownSetting[];
  /** Variables that are set by a former name; they count, and the log names the new one. */
  readonly renamed: readonly UnknownSetting[];
  /** What this process may use, in MiB. No setting: the machine's, or its container's. */
  readonly machineMemoryMb: number;
  readonly retention: Retention;
  readonly logLevel: LogLevel;
  /** Of the first account, which is made at the start when there is none; else the set-up link makes it. */
  readonly admin: { readonly email: string; readonly password: string } | undefined;
}

export interface JobSettings {
  /** What passwords are sealed with: the first seals, all open. None: a secret of this machine, in `dataDir`. */
  readonly secrets: readonly Buffer[];
  readonly limits: JobLimits;
}

/** How long what is written down stays, in days; 0: for ever. */
export interface Retention {
  readonly auditDays: number;
  readonly usageDays: number;
  /** Keys that were revoked or have expired, counted from then on. */
  readonly endedKeysDays: number;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const MIB = 1024 * 1024;

/** Wrong settings, one sentence each, every one naming its variable. */
export class ConfigError extends Error {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join('\n'));
    this.name = 'ConfigError';
    this.issues = issues;
  }
}

/** What this process may use of the machine: all of it, or what its container is given. */
export interface Machine {
  readonly processors: number;
  readonly memoryMb: number;
}

function thisMachine(): Machine {
  // Where there is no bound it is 0, or more than there is.
  const bound = process.constrainedMemory() || totalmem();
  return { processors: availableParallelism(), memoryMb: Math.floor(Math.min(bound, totalmem()) / MIB) };
}

/** Of the server's own process, without the documents that it holds. */
const SERVER_MB = 192;
/** How much longer than one job a shutdown may take. */
const GRACE_BEYOND_JOB_S = 10;
const JOB_MEMORY_MB = { least: 256, most: 2048 };

/** What the settings let the server take at most, in MiB. */
export function memoryNeedMb(
  config: Pick<
    Config,
    'concurrency' | 'jobMemoryMb' | 'maxInFlightBytes' | 'keptResultsBytes' | 'agentFilesBytes'
  >,
): number {
  // One small document may be in work beside the others.
  return (
    SERVER_MB +
    (config.keptResultsBytes + config.agentFilesBytes + config.maxInFlightBytes) / MIB +
    (config.concurrency + 1) * config.jobMemoryMb
  );
}

/** Names that settings had before, by the name of today. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  AUDIT_RETENTION_DAYS: 'KEEP_AUDIT_DAYS',
  USAGE_RETENTION_DAYS: 'KEEP_USAGE_DAYS',
  INACTIVE_KEY_RETENTION_DAYS: 'KEEP_ENDED_KEYS_DAYS',
  WORKER_THREADS: 'IMAGE_THREADS',
};

/**
 * Settings from environment variables. A variable that is empty counts as not set. What is not set fits the machine.
 *
 * @throws ConfigError naming every wrong variable at once.
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

  /** What is secret may stand in a file instead, whose path the variable of the same name with `_FILE` gives. */
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

  /** Such an address may hold a password: it is never said again. */
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
  /** Names and forms as OpenTelemetry has them. */
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

  // One upload of the full size, with its form around it, must always find room.
  const leastInFlightMb = maxUploadMb + 1;
  const usualInFlightMb = Math.max(leastInFlightMb, Math.min(1024, Math.floor(machine.memoryMb / 4)));
  const maxInFlightMb = integer('MAX_IN_FLIGHT_MB', usualInFlightMb, leastInFlightMb, 1_000_000);
  const usualConcurrency = Math.min(4, machine.processors, Math.max(1, Math.floor(machine.memoryMb / 1024)));
  const concurrency = integer('CONCURRENCY', usualConcurrency, 1, 256);
  const keptResultsMb = integer('IDEMPOTENCY_MEMORY_MB', 64, 0, 65_536);
  const usualAgentFilesMb = Math.min(256, Math.floor(machine.memoryMb / 32));
  const agentFilesMb = integer('AGENT_FILES_MB', usualAgentFilesMb, 0, 65_536);
  const leftForJobsMb = machine.memoryMb - SERVER_MB - keptResultsMb - agentFilesMb - maxInFlightMb;
  const usualJobMb = Math.floor(leftForJobsMb / (concurrency + 1));

  const jobTimeoutS = integer('JOB_TIMEOUT_S', 300, 1, 86_400);

  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:']);
  const config: Omit<Config, 'misspelled' | 'renamed'> = {
    port,
    // A fresh start is visible to this machine alone; a container or a server for others says HOST=0.0.0.0.
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
    jobMemoryMb: integer(
      'JOB_MEMORY_MB',
      Math.min(JOB_MEMORY_MB.most, Math.max(JOB_MEMORY_MB.least, usualJobMb)),
      128,
      65_536,
    ),
    concurrency,
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

/** Values of such headers are percent-encoded, and those that are not mean themselves. */
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
