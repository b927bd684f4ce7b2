import type { Kysely, Migration } from 'kysely';

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
};
