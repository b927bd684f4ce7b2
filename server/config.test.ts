import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './settings/config-error.ts';
import { memoryNeedMb } from './settings/memory-settings.ts';

const issuesOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.issues;
  }
  return [];
};

describe('readConfig', () => {
  test('has a default for everything', () => {
    const config = readConfig({}, { processors: 2, memoryMb: 16_384 });
    expect(config).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      redisUrl: undefined,
      maxUploadBytes: 200 * 1024 * 1024,
      maxInFlightBytes: 1024 * 1024 * 1024,
      minTransferBytesPerS: 4096,
      keptResultsBytes: 64 * 1024 * 1024,
      jobs: {
        secrets: [],
        limits: { openPerKey: 20_000, storeBytes: 10_240 * 1024 * 1024, resultHours: 24, jobDays: 30 },
        outbound: { hosts: [], ports: [443], totalMs: 300_000, idleMs: 15_000 },
        buckets: [],
        s3: {
          endpoint: undefined,
          region: 'us-east-1',
          credentials: { accessKeyId: '', secretAccessKey: '', sessionToken: undefined },
          totalMs: 300_000,
        },
        folder: undefined,
        deadMs: 15_000,
        works: true,
      },
      agentFilesBytes: 256 * 1024 * 1024,
      requestsPerKey: 120,
      requestsPerAddress: 600,
      jobTimeoutMs: 300_000,
      jobMemoryMb: 2048,
      jobNiceness: 10,
      concurrency: 2,
      guestSlots: 1,
      startedByNpm: false,
      workThreads: 1,
      maxQueue: 64,
      machineMemoryMb: 16_384,
      drainDelayMs: 0,
      shutdownGraceMs: 310_000,
      trustProxy: false,
      corsOrigins: [],
      metricsToken: undefined,
      workPort: 9464,
      tracing: undefined,
      publicUrl: undefined,
      retention: { auditDays: 400, usageDays: 800, endedKeysDays: 400 },
      misspelled: [],
      renamed: [],
      logLevel: 'info',
      admin: undefined,
    });
  });

  test('jobs are there with SQLite; with PostgreSQL they want a secret of 32 bytes that servers share', () => {
    const DATABASE_URL = 'postgres://u:p@db.example/pagelight';
    expect([readConfig({ JOBS: 'off' }).jobs, readConfig({ DATABASE_URL }).jobs]).toEqual([
      undefined,
      undefined,
    ]);
    const secret = Buffer.alloc(32, 7).toString('base64');
    expect(readConfig({ JOBS_SECRET: `${secret},${secret}` }).jobs?.secrets).toHaveLength(2);
    const shared = { JOBS: 'on', DATABASE_URL };
    expect(() => readConfig(shared)).toThrow(/^JOBS_SECRET must be set .* openssl rand -base64 32$/);
    expect(() => readConfig({ ...shared, JOBS_SECRET: 'short' })).toThrow(/^JOBS_SECRET must be 32 bytes/);
    const { jobs } = readConfig({
      ...shared,
      JOBS_SECRET: secret,
      JOBS_DIR: '/srv/jobs',
      WORKER_DEAD_S: '5',
    });
    expect(jobs).toMatchObject({ folder: '/srv/jobs', deadMs: 5000, works: true });
    expect(readConfig({ ...shared, JOBS_SECRET: secret, WORK: 'false' }).jobs?.works).toBe(false);
    const s3 = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
    expect(readConfig({ BUCKETS: 'scans=read, scans/small/=both', ...s3 }).jobs?.buckets).toEqual([
      { bucket: 'scans', prefix: '', uses: ['read'] },
      { bucket: 'scans', prefix: 'small/', uses: ['read', 'write'] },
    ]);
    expect(() => readConfig({ BUCKETS: 'scans', ...s3 })).toThrow(/^BUCKETS must be like/);
    const elsewhere = { BUCKETS: 'scans=read', S3_ENDPOINT: 'https://s3.example' };
    expect(() => readConfig(elsewhere)).toThrow(/^BUCKETS needs S3_ACCESS_KEY_ID/);
    const role = { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:1/role' };
    const roles = [readConfig({ ...elsewhere, ...role }), readConfig({ BUCKETS: 'scans=read' })];
    expect(roles.map(({ jobs }) => typeof jobs?.s3.credentials)).toEqual(['function', 'function']);
    expect(readConfig({ ...elsewhere, ...role, ...s3 }).jobs?.s3.credentials).toMatchObject({
      accessKeyId: 'a',
    });
    expect(() => readConfig({ BUCKETS: 'scans=read', S3_ACCESS_KEY_ID: 'a' })).toThrow(/or the role/);
    expect(() => readConfig({ WORK: 'false' })).toThrow(/^WORK=false needs DATABASE_URL/);
  });

  test.each([
    [512, { concurrency: 1, guestSlots: 0, jobMemoryMb: 256, inFlightMb: 201 }],
    [2048, { concurrency: 2, guestSlots: 0, jobMemoryMb: 405, inFlightMb: 512 }],
    [8192, { concurrency: 4, guestSlots: 1, jobMemoryMb: 1109, inFlightMb: 1024 }],
    [65_536, { concurrency: 4, guestSlots: 1, jobMemoryMb: 2048, inFlightMb: 1024 }],
  ])('what is not set fits into the %d MiB that the container has', (memoryMb, expected) => {
    const config = readConfig({}, { processors: 16, memoryMb });
    const { concurrency, guestSlots, jobMemoryMb, maxInFlightBytes } = config;
    expect({ concurrency, guestSlots, jobMemoryMb, inFlightMb: maxInFlightBytes / 2 ** 20 }).toEqual(
      expected,
    );
    // Half a GiB is less than one job and one upload of maximum size may need: the log says so.
    expect(memoryNeedMb(config) <= memoryMb).toBe(memoryMb > 512);
  });

  test('knows the machine it runs on', () => {
    const { machineMemoryMb, concurrency } = readConfig({});
    expect(machineMemoryMb).toBeLessThanOrEqual(totalmem() / 2 ** 20);
    expect(Math.min(machineMemoryMb, concurrency)).toBeGreaterThanOrEqual(1);
  });

  test('reads each variable, and takes an empty one as not set', () => {
    expect(
      readConfig({
        PORT: '8080',
        HOST: '0.0.0.0',
        DATA_DIR: '/var/lib/pagelight',
        DATABASE_URL: 'postgres://pagelight:secret@db/pagelight',
        REDIS_URL: 'rediss://cache:6380/1',
        MAX_UPLOAD_MB: '1',
        MAX_IN_FLIGHT_MB: '2',
        MIN_TRANSFER_KB_PER_S: '0',
        IDEMPOTENCY_MEMORY_MB: '8',
        AGENT_FILES_MB: '0',
        RATE_LIMIT_PER_MINUTE: '7',
        RATE_LIMIT_PER_ADDRESS: '0',
        JOB_TIMEOUT_S: '2',
        JOB_MEMORY_MB: '512',
        JOB_NICENESS: '3',
        CONCURRENCY: '3',
        WORKER_THREADS: '6',
        WORK_PORT: '0',
        npm_execpath: '/usr/lib/npm-cli.js',
        MAX_QUEUE: '0',
        DRAIN_DELAY_S: '7',
        TRUST_PROXY: 'true',
        METRICS_TOKEN: 'scrape',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20secret,x-team=a',
        OTEL_SERVICE_NAME: 'pdf',
        PUBLIC_URL: 'https://pdf.example.com/',
        AUDIT_RETENTION_DAYS: '0',
        USAGE_RETENTION_DAYS: '30',
        INACTIVE_KEY_RETENTION_DAYS: '7',
        CORS_ORIGINS: 'https://a.example, http://localhost:5173',
        LOG_LEVEL: '',
        ADMIN_EMAIL: 'laura@example.org',
        ADMIN_PASSWORD: 'a short sentence',
      }),
    ).toEqual({
      port: 8080,
      host: '0.0.0.0',
      dataDir: '/var/lib/pagelight',
      databaseUrl: 'postgres://pagelight:secret@db/pagelight',
      redisUrl: 'rediss://cache:6380/1',
      maxUploadBytes: 1024 * 1024,
      maxInFlightBytes: 2 * 1024 * 1024,
      minTransferBytesPerS: 0,
      keptResultsBytes: 8 * 1024 * 1024,
      agentFilesBytes: 0,
      requestsPerKey: 7,
      requestsPerAddress: 0,
      jobTimeoutMs: 2000,
      jobMemoryMb: 512,
      jobNiceness: 3,
      concurrency: 3,
      guestSlots: expect.any(Number),
      startedByNpm: true,
      workThreads: 6,
      maxQueue: 0,
      machineMemoryMb: expect.any(Number),
      drainDelayMs: 7000,
      shutdownGraceMs: 12_000,
      trustProxy: true,
      metricsToken: 'scrape',
      workPort: 0,
      tracing: {
        endpoint: 'http://collector:4318',
        serviceName: 'pdf',
        headers: { Authorization: 'Bearer secret', 'x-team': 'a' },
      },
      publicUrl: 'https://pdf.example.com',
      retention: { auditDays: 0, usageDays: 30, endedKeysDays: 7 },
      misspelled: [],
      renamed: [],
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      logLevel: 'info',
      admin: { email: 'laura@example.org', password: 'a short sentence' },
    });
  });

  test('names every wrong variable at once', () => {
    expect(issuesOf({ CORS_ORIGINS: 'https://a.example/' })).toEqual([
      'CORS_ORIGINS must be origins such as https://app.example.com, or *; "https://a.example/" is none.',
    ]);
    expect(issuesOf({ PORT: '70000', MAX_UPLOAD_MB: '1.5', TRUST_PROXY: 'yes', LOG_LEVEL: 'loud' })).toEqual([
      'PORT must be an integer from 0 to 65535, not "70000".',
      'MAX_UPLOAD_MB must be an integer from 1 to 1900, not "1.5".',
      'TRUST_PROXY must be one of true, false, not "yes".',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ]);
  });

  test('never repeats an address, which may hold a password', () => {
    expect(
      issuesOf({ DATABASE_URL: 'mysql://root:secret@db', REDIS_URL: 'secret', MAX_IN_FLIGHT_MB: '200' }),
    ).toEqual([
      'MAX_IN_FLIGHT_MB must be an integer from 201 to 1000000, not "200".',
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
      'REDIS_URL must be an address that begins with redis:// or rediss://.',
    ]);
  });

  test('what is secret may stand in a file, without its line end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pagelight-secrets-'));
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const config = readConfig({
      DATABASE_URL_FILE: await file('database', 'postgres://pagelight:secret@db/pagelight\n'),
      REDIS_URL_FILE: await file('redis', 'redis://:secret@cache\r\n'),
      METRICS_TOKEN_FILE: await file('token', 'scrape\n'),
      ADMIN_EMAIL: 'laura@example.org',
      ADMIN_PASSWORD_FILE: await file('password', ' a short sentence \n'),
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://pagelight:secret@db/pagelight',
      redisUrl: 'redis://:secret@cache',
      metricsToken: 'scrape',
      admin: { email: 'laura@example.org', password: ' a short sentence ' },
    });
    expect(
      issuesOf({ METRICS_TOKEN: 'a', METRICS_TOKEN_FILE: join(folder, 'token'), REDIS_URL_FILE: '/nowhere' }),
    ).toEqual([
      'REDIS_URL_FILE is "/nowhere", which cannot be read: ENOENT.',
      'METRICS_TOKEN and METRICS_TOKEN_FILE are both set; use one.',
    ]);
    await rm(folder, { recursive: true });
  });

  test('names a variable that looks misspelled, and none that is somebody else’s', () => {
    const { misspelled } = readConfig({
      RATE_LIMT_PER_MINUTE: '5',
      log_level: 'debug',
      MAX_UPLOADS_MB: '1',
      HOME: '/root',
      HOSTNAME: 'here',
      npm_config_port: '1',
    });
    expect(misspelled).toEqual([
      { name: 'RATE_LIMT_PER_MINUTE', suggestion: 'RATE_LIMIT_PER_MINUTE' },
      { name: 'log_level', suggestion: 'LOG_LEVEL' },
      { name: 'MAX_UPLOADS_MB', suggestion: 'MAX_UPLOAD_MB' },
    ]);
  });

  test('a setting by its former name counts, is named with the new one, and gives way to that', () => {
    const former = readConfig({ KEEP_AUDIT_DAYS: '7', IMAGE_THREADS: '3' });
    expect([former.retention.auditDays, former.workThreads, former.misspelled]).toEqual([7, 3, []]);
    expect(former.renamed).toEqual([
      { name: 'IMAGE_THREADS', suggestion: 'WORKER_THREADS' },
      { name: 'KEEP_AUDIT_DAYS', suggestion: 'AUDIT_RETENTION_DAYS' },
    ]);
    const both = readConfig({ KEEP_AUDIT_DAYS: '7', AUDIT_RETENTION_DAYS: '8' });
    expect([both.retention.auditDays, both.renamed]).toEqual([8, []]);
  });

  test.each(['pdf.example.com', 'ftp://pdf.example.com', 'https://pdf.example.com/sub', 'https://x/?a'])(
    'PUBLIC_URL %s is none',
    (url) => {
      expect(issuesOf({ PUBLIC_URL: url })).toEqual([
        `PUBLIC_URL must be an address such as https://pdf.example.com, not "${url}".`,
      ]);
    },
  );
});
