import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isEmail, isPasswordLength, normalEmail, PASSWORD_MIN_CHARACTERS } from './accounts/rules.ts';

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
  /** Requests in a minute of a key that has no limit of its own; 0: any number. */
  readonly requestsPerKey: number;
  /** Requests in a minute of one address without a good key; 0: any number. */
  readonly requestsPerAddress: number;
  /** Time one job may run, without its time in the queue. */
  readonly jobTimeoutMs: number;
  /** JavaScript heap of one worker, in MiB. Buffers of documents and images lie outside it. */
  readonly jobMemoryMb: number;
  /** Jobs that run at the same time, each in its own thread. */
  readonly concurrency: number;
  /** Images that are recoded at the same time, each in its own thread, of all jobs together. */
  readonly workThreads: number;
  /** Jobs that may wait; one more is refused as `busy`. */
  readonly maxQueue: number;
  /** Between the moment `/readyz` says `draining` and the one when connections are refused. */
  readonly drainDelayMs: number;
  /** Believe `X-Forwarded-Proto` and `X-Forwarded-For` of the one proxy in front. */
  readonly trustProxy: boolean;
  /** Origins whose pages may call the API from a browser; `*`: all. */
  readonly corsOrigins: readonly string[];
  /** What `/metrics` asks for; without one it is open. */
  readonly metricsToken: string | undefined;
  readonly logLevel: LogLevel;
  /** Of the first account, which is made at the start when there is none; else the set-up link makes it. */
  readonly admin: { readonly email: string; readonly password: string } | undefined;
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

/**
 * Settings from environment variables. A variable that is empty counts as not set.
 *
 * @throws ConfigError naming every wrong variable at once.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const issues: string[] = [];
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback;

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
    const value = text(name, '');
    if (value === '') return undefined;
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value;
    issues.push(`${name} must be an address that begins with ${schemes.map((s) => `${s}//`).join(' or ')}.`);
    return undefined;
  };

  const admin = (): Config['admin'] => {
    const email = text('ADMIN_EMAIL', '');
    const password = env.ADMIN_PASSWORD ?? '';
    if (email === '' && password === '') return undefined;
    if (!isEmail(normalEmail(email))) issues.push(`ADMIN_EMAIL must be an email address, not "${email}".`);
    if (!isPasswordLength(password)) {
      issues.push(`ADMIN_PASSWORD must have ${PASSWORD_MIN_CHARACTERS} characters or more.`);
    }
    return { email, password };
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

  const config: Config = {
    port,
    // A fresh start is visible to this machine alone; a container or a server for others says HOST=0.0.0.0.
    host: text('HOST', '127.0.0.1'),
    dataDir: resolve(text('DATA_DIR', './data')),
    databaseUrl: address('DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: address('REDIS_URL', ['redis:', 'rediss:']),
    maxUploadBytes: maxUploadMb * MIB,
    // One upload of the full size, with its form around it, must always find room.
    maxInFlightBytes:
      integer('MAX_IN_FLIGHT_MB', Math.max(1024, maxUploadMb + 1), maxUploadMb + 1, 1_000_000) * MIB,
    requestsPerKey: integer('RATE_LIMIT_PER_MINUTE', 120, 0, 1_000_000),
    requestsPerAddress: integer('RATE_LIMIT_PER_ADDRESS', 600, 0, 1_000_000),
    jobTimeoutMs: integer('JOB_TIMEOUT_S', 300, 1, 86_400) * 1000,
    jobMemoryMb: integer('JOB_MEMORY_MB', 2048, 64, 65_536),
    concurrency: integer('CONCURRENCY', Math.min(4, availableParallelism()), 1, 256),
    workThreads: integer('IMAGE_THREADS', availableParallelism(), 1, 256),
    maxQueue: integer('MAX_QUEUE', 16, 0, 10_000),
    drainDelayMs: integer('DRAIN_DELAY_S', 0, 0, 600) * 1000,
    trustProxy: choice('TRUST_PROXY', 'false', ['true', 'false']) === 'true',
    corsOrigins: origins('CORS_ORIGINS'),
    metricsToken: text('METRICS_TOKEN', '') || undefined,
    logLevel: choice('LOG_LEVEL', 'info', LOG_LEVELS),
    admin: admin(),
  };
  if (issues.length > 0) throw new ConfigError(issues);
  return config;
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
