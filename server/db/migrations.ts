import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Ordered by name. A released migration is never changed; a later one changes its result instead. Within a minor
 * version migrations only add (expand), and additions may stay empty, so that replicas of the previous version keep
 * working beside this one. Unused parts are removed a minor version later, by a migration named `NNN_contract_…`: an
 * older version then does not start.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001_keys_and_setup': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('api_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('key_hash', 'text', (column) => column.notNull().unique())
        .addColumn('hint', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .addColumn('last_used_at', 'bigint')
        .execute();
      await db.schema
        .createTable('accounts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('password_hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('setup_tokens')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '002_key_limit': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('api_keys').addColumn('limit_per_minute', 'integer').execute();
    },
  },
  '003_dashboard': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('api_keys').addColumn('revoked_by', 'text').execute();
      await db.schema
        .createTable('sessions')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) =>
          column.notNull().references('accounts.id').onDelete('cascade'),
        )
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('tries')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('usage_days')
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('requests', 'bigint', (column) => column.notNull())
        .addColumn('errors', 'bigint', (column) => column.notNull())
        .addColumn('bytes_in', 'bigint', (column) => column.notNull())
        .addColumn('bytes_out', 'bigint', (column) => column.notNull())
        .addColumn('bytes_saved', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_days_by_day_and_key', ['day', 'key_id'])
        .execute();
    },
  },
  '004_idempotency': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('answered_requests')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('report', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('answered_requests_by_end')
        .on('answered_requests')
        .column('expires_at')
        .execute();
    },
  },
  '005_devices': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('devices')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) =>
          column.notNull().references('accounts.id').onDelete('cascade'),
        )
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '006_running_requests': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('running_requests')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.alterTable('answered_requests').addColumn('key_id', 'text').execute();
      await db.schema
        .createIndex('answered_requests_by_key')
        .on('answered_requests')
        .columns(['key_id', 'expires_at'])
        .execute();
    },
  },
  '007_audit_and_key_limits': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('api_keys').addColumn('daily_documents', 'bigint').execute();
      await db.schema.alterTable('api_keys').addColumn('daily_bytes', 'bigint').execute();
      await db.schema.alterTable('api_keys').addColumn('rolled_to', 'text').execute();
      await db.schema
        .createTable('audit_log')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('detail', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('audit_log_by_time').on('audit_log').column('at').execute();
    },
  },
  '008_people': {
    async up(db: Kysely<unknown>) {
      // Existing accounts were the only ones, and an older replica that runs the setup creates an owner.
      await db.schema
        .alterTable('accounts')
        .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
        .execute();
      await db.schema.alterTable('accounts').addColumn('signed_in_at', 'bigint').execute();
      await db.schema.alterTable('api_keys').addColumn('created_by', 'text').execute();
      await db.schema
        .createTable('invitations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('invited_by', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('second_factors')
        .addColumn('account_id', 'text', (column) =>
          column.primaryKey().references('accounts.id').onDelete('cascade'),
        )
        .addColumn('secret', 'text', (column) => column.notNull())
        .addColumn('confirmed_at', 'bigint')
        .addColumn('last_step', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('recovery_codes')
        .addColumn('code_hash', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) =>
          column.notNull().references('accounts.id').onDelete('cascade'),
        )
        .execute();
    },
  },
  '009_jobs': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('files_by_key_and_content', ['key_id', 'sha256'])
        .execute();
      await db.schema.createIndex('files_by_end').on('files').column('expires_at').execute();
      await db.schema
        .createTable('jobs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('request_id', 'text', (column) => column.unique())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addColumn('total', 'integer', (column) => column.notNull())
        .addColumn('open', 'integer', (column) => column.notNull())
        .addColumn('done', 'integer', (column) => column.notNull())
        .addColumn('failed', 'integer', (column) => column.notNull())
        .addColumn('cancelled', 'integer', (column) => column.notNull())
        .addColumn('bytes_in', 'bigint', (column) => column.notNull())
        .addColumn('bytes_out', 'bigint', (column) => column.notNull())
        .addColumn('keep_hours', 'integer', (column) => column.notNull())
        .addColumn('keep_until', 'bigint')
        .addColumn('labels', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('started_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .execute();
      await db.schema.createIndex('jobs_by_key').on('jobs').columns(['key_id', 'id']).execute();
      await db.schema.createIndex('jobs_by_end').on('jobs').column('keep_until').execute();
      await db.schema
        .createTable('job_documents')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('n', 'integer', (column) => column.notNull())
        .addColumn('ref', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('tag', 'bigint', (column) => column.notNull())
        .addColumn('lease', 'text')
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('file_id', 'text', (column) => column.notNull())
        .addColumn('options', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text')
        .addColumn('has_password', 'integer', (column) => column.notNull())
        .addColumn('bytes_in', 'bigint', (column) => column.notNull())
        .addColumn('bytes_out', 'bigint')
        .addColumn('output', 'text')
        .addColumn('media_type', 'text')
        .addColumn('warnings', 'text')
        .addColumn('receipt', 'text')
        .addColumn('problem', 'text')
        .addColumn('started_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addUniqueConstraint('job_documents_by_job', ['job_id', 'n'])
        .execute();
      await db.schema
        .createIndex('job_documents_in_line')
        .on('job_documents')
        .columns(['state', 'tag'])
        .execute();
      await db.schema
        .createIndex('job_documents_of_key')
        .on('job_documents')
        .columns(['key_id', 'state', 'tag'])
        .execute();
      await db.schema.createIndex('job_documents_by_file').on('job_documents').column('file_id').execute();
    },
  },
  '010_job_workers': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('job_workers')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.alterTable('job_documents').addColumn('worker_id', 'text').execute();
    },
  },
  '011_webhooks': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('webhooks')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('sealed_secret', 'text', (column) => column.notNull())
        .addColumn('sealed_old_secret', 'text')
        .addColumn('old_until', 'bigint')
        .addColumn('off_at', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('webhooks_by_key').on('webhooks').column('key_id').execute();
      await db.schema
        .createTable('webhook_events')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('webhook_id', 'text', (column) => column.notNull())
        .addColumn('job_id', 'text')
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('status', 'integer')
        .addColumn('reason', 'text')
        .addColumn('next_at', 'bigint')
        .addColumn('until', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('delivered_at', 'bigint')
        .execute();
      await db.schema.createIndex('webhook_events_due').on('webhook_events').column('next_at').execute();
      await db.schema
        .createIndex('webhook_events_by_webhook')
        .on('webhook_events')
        .columns(['webhook_id', 'id'])
        .execute();
      await db.schema.alterTable('jobs').addColumn('webhook_id', 'text').execute();
      await db.schema.alterTable('jobs').addColumn('webhook_events', 'text').execute();
    },
  },
  '012_remote_places': {
    async up(db: Kysely<unknown>) {
      for (const name of ['remote_input', 'remote_output'])
        await db.schema.alterTable('job_documents').addColumn(name, 'text').execute();
      await db.schema
        .alterTable('job_documents')
        .addColumn('remote_tries', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('job_documents').addColumn('retry_at', 'bigint').execute();
      await db.schema.createIndex('job_documents_due').on('job_documents').column('retry_at').execute();
    },
  },
  '013_job_overview': {
    async up(db: Kysely<unknown>) {
      await db.schema.createIndex('jobs_by_state').on('jobs').columns(['state', 'id']).execute();
      await db.schema
        .createIndex('webhook_events_by_job')
        .on('webhook_events')
        .columns(['job_id', 'id'])
        .execute();
      await db.schema.alterTable('job_workers').addColumn('slots', 'integer').execute();
    },
  },
  '014_fail_after': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('jobs').addColumn('fail_after', 'text').execute();
    },
  },
  '015_rows_are_the_queue': {
    async up(db: Kysely<unknown>) {
      // Literals: a partial index takes no parameters.
      for (const [name, place] of [
        ['store', sql`is null`],
        ['remote', sql`is not null`],
      ] as const)
        await sql`create index ${sql.id(`job_documents_next_of_${name}`)} on job_documents (tag)
          where state = 'queued' and retry_at is null and coalesce(remote_input, remote_output) ${place}`.execute(
          db,
        );
      await db.schema.alterTable('job_workers').addColumn('version', 'text').execute();
      await db.schema.alterTable('jobs').addColumn('swept_at', 'bigint').execute();
      for (const [name, column, isSwept] of [
        ['jobs_to_sweep', 'keep_until', sql`is null`],
        ['jobs_to_forget', 'ended_at', sql`is not null`],
      ] as const)
        await sql`create index ${sql.id(name)} on jobs (${sql.id(column)}) where swept_at ${isSwept}`.execute(
          db,
        );
      await db.schema
        .alterTable('webhooks')
        .addColumn('silent_tries', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('webhooks').addColumn('probe_at', 'bigint').execute();
      await sql`create index webhook_events_next on webhook_events (webhook_id, next_at) where next_at is not null`.execute(
        db,
      );
      await sql`create index job_documents_stored on job_documents (key_id, bytes_out) where output is not null`.execute(
        db,
      );
    },
  },
};
