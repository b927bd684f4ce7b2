import { PASSWORD_MIN_CHARACTERS } from '../accounts/rules.ts';
import { DEFAULT_NICENESS } from '../pool/process-priority.ts';

/** Text of a setting in docs/settings.md. Markdown. */
interface Described {
  /** The default, if it is none or not a constant. */
  readonly shown?: string;
  readonly says: string;
}

export interface IntegerSetting extends Described {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
  /** Undefined: computed where it is read. */
  readonly default?: number;
}

export interface ChoiceSetting extends Described {
  readonly kind: 'choice';
  readonly choices: readonly string[];
  /** Undefined: computed where it is read. */
  readonly default?: string;
}

export interface TextSetting extends Described {
  readonly kind: 'text';
  readonly default: string;
}

/** May be stored in a file whose path is in the variable with the suffix `_FILE`. */
export interface SecretSetting extends Described {
  readonly kind: 'secret';
}

/** A URL, which may contain a password and is therefore a secret too. */
export interface AddressSetting extends Described {
  readonly kind: 'address';
  readonly schemes: readonly string[];
}

export type SettingSpec = IntegerSetting | ChoiceSetting | TextSetting | SecretSetting | AddressSetting;

/** Every setting of the server, in the order of the README's table, which is generated from it. */
export const SETTING_SPECS = {
  PORT: { kind: 'integer', default: 3000, min: 0, max: 65_535, says: '0 takes a free port' },
  // A container or public server sets 0.0.0.0.
  HOST: {
    kind: 'text',
    default: '127.0.0.1',
    says: 'address to listen on; `0.0.0.0` for other machines or a container',
  },
  DATA_DIR: { kind: 'text', default: './data', says: 'folder of the SQLite database' },
  DATABASE_URL: {
    kind: 'address',
    schemes: ['postgres:', 'postgresql:'],
    says: '`postgres://user:password@host/name`: PostgreSQL, for several servers',
  },
  REDIS_URL: {
    kind: 'address',
    schemes: ['redis:', 'rediss:'],
    says: '`redis://host:6379`: replicas share rate limits',
  },
  // The core itself reads at most 2 GB (shared/limits.ts).
  MAX_UPLOAD_MB: { kind: 'integer', default: 200, min: 1, max: 1900, says: 'largest document, in MiB' },
  MAX_IN_FLIGHT_MB: {
    kind: 'integer',
    min: 2,
    max: 1_000_000,
    shown: 'a quarter of memory, 201 to 1024',
    says: 'all documents in memory, in MiB; more are 503. A key may hold as much as it leaves free',
  },
  IDEMPOTENCY_MEMORY_MB: {
    kind: 'integer',
    default: 64,
    min: 0,
    max: 65_536,
    says: 'cached results of requests with an `Idempotency-Key`, for 5 minutes; 0: none',
  },
  JOBS: {
    kind: 'choice',
    choices: ['on', 'off'],
    shown: '`on` without `DATABASE_URL`',
    says: 'asynchronous jobs: `Prefer: respond-async`, `/api/v1/files`, `/api/v1/jobs`',
  },
  JOBS_DIR: {
    kind: 'text',
    default: '',
    shown: '`DATA_DIR/files`',
    says: 'folder of inputs and results. With `DATABASE_URL` all servers and workers must share it',
  },
  WORKER_DEAD_S: {
    kind: 'integer',
    default: 15,
    min: 2,
    max: 300,
    says: 'with `DATABASE_URL`: a process not seen for so long has lost its documents (2 to 300)',
  },
  WORK: {
    kind: 'choice',
    default: 'true',
    choices: ['true', 'false'],
    says: '`false`: this server takes jobs in, and others (`pagelight work`) do them; needs `DATABASE_URL`',
  },
  WORK_PORT: {
    kind: 'integer',
    default: 9464,
    min: 0,
    max: 65_535,
    says: '`/metrics`, `/healthz` and `/readyz` of `pagelight work`, on `HOST`; 0: none',
  },
  INPUT_HOSTS: {
    kind: 'text',
    default: '',
    says: 'hosts that inputs and outputs of jobs (presigned `https`) and webhooks may have, with commas between: `hooks.example.com`, `*.example.com`, or `*` for every public one',
  },
  BUCKETS: {
    kind: 'text',
    default: '',
    says: 'buckets that every key may name as `s3://bucket/key` in jobs: `scans=read,scans/small=write` or `both`',
  },
  S3_ENDPOINT: {
    kind: 'address',
    schemes: ['https:', 'http:'],
    says: 'S3 service of these buckets; unset: that of Amazon in `S3_REGION`',
  },
  S3_REGION: { kind: 'text', default: 'us-east-1', says: 'its region' },
  S3_ACCESS_KEY_ID: {
    kind: 'text',
    default: '',
    says: 'a user of it who may do no more than `BUCKETS` says; unset: the role of the machine, container or service account, as Amazon’s clients find it (`AWS_…`)',
  },
  S3_SECRET_ACCESS_KEY: { kind: 'secret', says: 'the secret of this user' },
  S3_SESSION_TOKEN: { kind: 'secret', says: 'for temporary credentials' },
  INPUT_PORTS: { kind: 'text', default: '443', says: 'their ports' },
  INPUT_TIMEOUT_S: {
    kind: 'integer',
    default: 300,
    min: 1,
    max: 3600,
    says: 'longest duration of a request to them',
  },
  INPUT_IDLE_S: { kind: 'integer', default: 15, min: 1, max: 300, says: 'longest silence in such a request' },
  JOBS_SECRET: {
    kind: 'secret',
    shown: 'made in `DATA_DIR/jobs.secret`; required with `DATABASE_URL` and `JOBS=on`, the same everywhere',
    says: '32 bytes in base64 that encrypt passwords of waiting documents and secrets of webhooks; several with commas: the first encrypts, all decrypt',
  },
  JOBS_OPEN_PER_KEY: {
    kind: 'integer',
    default: 20_000,
    min: 1,
    max: 10_000_000,
    says: 'documents of a key that have not ended; beyond that 429 `too_many_open`',
  },
  JOBS_STORE_MB: {
    kind: 'integer',
    default: 10_240,
    min: 1,
    max: 100_000_000,
    says: 'disk space of inputs and results in `JOBS_DIR`, in MiB; more are 503 `store`. A key may hold as much as it leaves free',
  },
  KEEP_RESULTS_HOURS: {
    kind: 'integer',
    default: 24,
    min: 1,
    max: 168,
    says: 'how long inputs and results are kept after a job has ended, unless the job says otherwise (1 to 168)',
  },
  KEEP_JOBS_DAYS: {
    kind: 'integer',
    default: 30,
    min: 1,
    max: 3650,
    says: 'how long a job stays in the list after it has ended',
  },
  AGENT_FILES_MB: {
    kind: 'integer',
    min: 0,
    max: 65_536,
    shown: '1/32 of memory, at most 256',
    says: 'files of agents at `/mcp`; 0 disables `/mcp`',
  },
  MIN_TRANSFER_KB_PER_S: {
    kind: 'integer',
    default: 4,
    min: 0,
    max: 1_000_000,
    says: 'slower uploads get 408, slower readers are disconnected, after 15 s; 0: off',
  },
  RATE_LIMIT_PER_MINUTE: {
    kind: 'integer',
    default: 120,
    min: 0,
    max: 1_000_000,
    says: 'requests per key without its own limit; 0: off',
  },
  RATE_LIMIT_PER_ADDRESS: {
    kind: 'integer',
    default: 600,
    min: 0,
    max: 1_000_000,
    says: 'requests per address and minute without a valid key; 0: off',
  },
  CONCURRENCY: {
    kind: 'integer',
    min: 1,
    max: 256,
    shown: 'processors, at most 4, one per GiB',
    says: 'documents at the same time; one small document (256 KiB) runs beside them',
  },
  WORKER_THREADS: {
    kind: 'integer',
    min: 1,
    max: 256,
    shown: 'processors − 1, at most 7',
    says: 'extra threads per document',
  },
  MAX_QUEUE: {
    kind: 'integer',
    default: 64,
    min: 0,
    max: 10_000,
    says: 'waiting documents, keys in turn; more are 503',
  },
  JOB_TIMEOUT_S: {
    kind: 'integer',
    default: 300,
    min: 1,
    max: 86_400,
    says: 'processor time per document; on busy machines at most three times as long by the clock',
  },
  JOB_MEMORY_MB: {
    kind: 'integer',
    min: 128,
    max: 65_536,
    shown: 'the rest, divided, 256 to 2048',
    says: 'all memory of one job, in MiB; above it: `limit_exceeded`',
  },
  JOB_NICENESS: {
    kind: 'integer',
    default: DEFAULT_NICENESS,
    min: 0,
    max: 19,
    says: 'how far documents stand back behind everything else on the machine (0 to 19, Linux); 0 where other programs would starve them',
  },
  DRAIN_DELAY_S: {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 600,
    says: 'time after SIGTERM in which `/readyz` says `draining` and requests are still accepted',
  },
  SHUTDOWN_GRACE_S: {
    kind: 'integer',
    min: 1,
    max: 90_000,
    shown: '`JOB_TIMEOUT_S` + 10',
    says: "time after that for running requests; keep it below your system's kill timeout (Docker 10 s, Kubernetes 30 s)",
  },
  CORS_ORIGINS: {
    kind: 'text',
    default: '',
    says: 'origins whose pages may call the API, comma-separated; `*`: all',
  },
  TRUST_PROXY: {
    kind: 'choice',
    default: 'false',
    choices: ['true', 'false'],
    says: 'trust `X-Forwarded-Proto` and the last address of `X-Forwarded-For`',
  },
  PUBLIC_URL: {
    kind: 'text',
    default: '',
    says: 'address of the server for its users, such as `https://pdf.example.com`',
  },
  ADMIN_EMAIL: {
    kind: 'text',
    default: '',
    says: 'first account of the dashboard, instead of the printed setup link',
  },
  ADMIN_PASSWORD: {
    kind: 'secret',
    says: `its password, ${PASSWORD_MIN_CHARACTERS} characters or more`,
  },
  METRICS_TOKEN: {
    kind: 'secret',
    says: 'bearer token of `/metrics`; without it only this machine may read them',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: 'address',
    schemes: ['http:', 'https:'],
    says: 'collector for spans (OTLP, JSON over HTTP), such as `http://localhost:4318`',
  },
  OTEL_EXPORTER_OTLP_HEADERS: { kind: 'secret', says: '`name=value,…` for the collector' },
  OTEL_SERVICE_NAME: { kind: 'text', default: 'pagelight', says: 'service name of the spans' },
  AUDIT_RETENTION_DAYS: { kind: 'integer', default: 400, min: 0, max: 36_500, says: 'audit log; 0: forever' },
  USAGE_RETENTION_DAYS: { kind: 'integer', default: 800, min: 0, max: 36_500, says: 'usage; 0: forever' },
  INACTIVE_KEY_RETENTION_DAYS: {
    kind: 'integer',
    default: 400,
    min: 0,
    max: 36_500,
    says: 'revoked and expired keys; 0: forever',
  },
  LOG_LEVEL: {
    kind: 'choice',
    default: 'info',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    says: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  },
} as const satisfies Readonly<Record<string, SettingSpec>>;

type Specs = typeof SETTING_SPECS;
export type SettingName = keyof Specs;

/** The settings of a kind. */
export type SettingOf<Kind extends SettingSpec['kind']> = {
  [Name in SettingName]: Specs[Name]['kind'] extends Kind ? Name : never;
}[SettingName];

export type ChoiceOf<Name extends SettingOf<'choice'>> = Specs[Name]['choices'][number];

/** Former names of settings, by current name. */
export const FORMER_NAMES: Readonly<Partial<Record<SettingName, string>>> = {
  AUDIT_RETENTION_DAYS: 'KEEP_AUDIT_DAYS',
  USAGE_RETENTION_DAYS: 'KEEP_USAGE_DAYS',
  INACTIVE_KEY_RETENTION_DAYS: 'KEEP_ENDED_KEYS_DAYS',
  WORKER_THREADS: 'IMAGE_THREADS',
};
