import { keysOf } from '../../shared/lists.ts';
import type { ApiKey, KeyService } from '../keys/key-service.ts';
import type { Actor, AuditLog } from './audit-log.ts';

/** Wraps a key service so that every change is audited. */
export function auditedKeys(keys: KeyService, audit: AuditLog, actor: Actor): KeyService {
  return {
    ...keys,
    async create(wanted, createdBy) {
      const made = await keys.create(wanted, createdBy);
      await audit.record(actor, {
        action: 'key-created',
        subject: made.key.name,
        detail: settingsOf(made.key),
      });
      return made;
    },
    async change(id, wanted) {
      const changed = await keys.change(id, wanted);
      if (changed !== undefined) {
        const { before, after } = changed;
        await audit.record(actor, {
          action: 'key-changed',
          subject: before.name,
          detail: differences(before, after),
        });
      }
      return changed;
    },
    async rotate(id, overlapMs) {
      const rolled = await keys.rotate(id, overlapMs);
      if (rolled !== undefined) {
        const { key, oldExpiresAt } = rolled;
        const detail = `old key ends ${new Date(oldExpiresAt).toISOString()}`;
        await audit.record(actor, { action: 'key-rolled', subject: key.name, detail });
      }
      return rolled;
    },
    async revoke(id, by) {
      const outcome = await keys.revoke(id, by);
      if (outcome === 'revoked') {
        const key = (await keys.list()).find((each) => each.id === id);
        await audit.record(actor, { action: 'key-revoked', subject: key?.name ?? id });
      }
      return outcome;
    },
  };
}

const NAMES = {
  name: 'name',
  scopes: 'scope',
  limitPerMinute: 'per minute',
  dailyDocuments: 'documents a day',
  dailyBytes: 'bytes a day',
  expiresAt: 'expires',
} as const satisfies Partial<Record<keyof ApiKey, string>>;
type Setting = keyof typeof NAMES;

const SETTINGS = keysOf(NAMES);

function settingsOf(key: ApiKey): string {
  return SETTINGS.filter((setting) => setting !== 'name' && key[setting] !== null)
    .map((setting) => `${NAMES[setting]} ${textOf(key, setting)}`)
    .join(' · ');
}

function differences(before: ApiKey, after: ApiKey): string {
  return SETTINGS.filter((setting) => textOf(before, setting) !== textOf(after, setting))
    .map((setting) => `${NAMES[setting]} ${textOf(before, setting)} → ${textOf(after, setting)}`)
    .join(' · ');
}

function textOf(key: ApiKey, setting: Setting): string {
  const value = key[setting];
  if (value === null) return 'none';
  if (setting === 'expiresAt') return new Date(Number(value)).toISOString();
  return Array.isArray(value) ? value.join(' ') : String(value);
}
