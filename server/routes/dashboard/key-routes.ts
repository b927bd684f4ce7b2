import type { Context } from 'hono';
import { z } from 'zod';
import type { KeyResponse, KeysResponse, NewKeyResponse } from '../../../shared/api/dashboard.ts';
import type { Accounts } from '../../accounts/account-service.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import { auditedKeys } from '../../audit/audited-keys.ts';
import type { Database } from '../../db/database.ts';
import type { AppEnv } from '../../http/app-env.ts';
import type { Methods } from '../../http/mount.ts';
import { type ApiKey, type KeyService, SCOPES } from '../../keys/key-service.ts';
import { ownKeys } from '../../keys/own-keys.ts';
import {
  isKeyName,
  KEY_DAILY_BYTES_MAX,
  KEY_DAILY_DOCUMENTS_MAX,
  KEY_LIMIT_MAX_PER_MINUTE,
  KEY_NAME_MAX_CHARACTERS,
} from '../../keys/rules.ts';
import { ProblemError } from '../../problem.ts';
import { fieldWords } from '../../text/dashboard.ts';
import { lastDays, requestsByKey } from '../../usage/usage-report.ts';
import { readJson } from './read-json.ts';
import { createSessionCookies } from './session-cookies.ts';
import { signedIn } from './signed-in.ts';

export interface KeyRouteDeps {
  readonly accounts: Pick<Accounts, 'people' | 'sessions'>;
  readonly audit: AuditLog;
  readonly db: Database;
  readonly keys: KeyService;
  readonly now: () => number;
  readonly trustProxy: boolean;
}

const LISTED_DAYS = 30;
const CENTURY_MS = 100 * 366 * 24 * 60 * 60 * 1000;

/** Routes for API keys. */
export function keyRoutes({
  accounts,
  audit,
  db,
  keys,
  now,
  trustProxy,
}: KeyRouteDeps): Readonly<Record<string, Methods>> {
  const door = createSessionCookies(accounts, trustProxy);
  return {
    keys: {
      GET: async (c) => {
        const time = now();
        const [seen, requests, everybody] = await Promise.all([
          keysSeenBy(keys, signedIn(c)).list(),
          requestsByKey(db, lastDays(LISTED_DAYS, time)),
          accounts.people.list(),
        ]);
        const emails = new Map(everybody.map(({ id, email }) => [id, email]));
        return c.json<KeysResponse>({
          now: time,
          keys: seen.map((key) =>
            answerOf(key, emails.get(key.createdBy ?? '') ?? null, requests.get(key.id) ?? 0),
          ),
        });
      },

      POST: async (c) => {
        const wanted = await readJson(c, keySchema(now()));
        const { secret, key } = await keysFor(c).create(
          { ...given(wanted), name: wanted.name },
          signedIn(c).accountId,
        );
        return c.json<NewKeyResponse>({ secret, key: answerOf(key, signedIn(c).email) }, 201);
      },
    },

    'keys/:id': {
      POST: async (c) => {
        const wanted = await readJson(c, keySchema(now()).partial());
        const changed = await keysFor(c).change(c.req.param('id')!, given(wanted));
        if (changed === undefined) throw new ProblemError({ code: 'not_found' });
        return c.json<KeyResponse>(answerOf(changed.after));
      },
    },

    'keys/:id/roll': {
      POST: async (c) => {
        const { overlapHours } = await readJson(c, ROLL);
        const rolled = await keysFor(c).rotate(c.req.param('id')!, overlapHours * HOUR_MS);
        if (rolled === undefined) throw new ProblemError({ code: 'not_found' });
        return c.json<NewKeyResponse>({ secret: rolled.secret, key: answerOf(rolled.key) }, 201);
      },
    },

    'keys/:id/revoke': {
      POST: async (c) => {
        const outcome = await keysFor(c).revoke(c.req.param('id')!, signedIn(c).email);
        if (outcome === 'unknown') throw new ProblemError({ code: 'not_found' });
        return c.body(null, 204);
      },
    },
  };

  function keysFor(c: Context<AppEnv>): KeyService {
    return auditedKeys(keysSeenBy(keys, signedIn(c)), audit, door.actor(c));
  }
}

/** A member sees only their own keys. */
export function keysSeenBy(keys: KeyService, { role, accountId }: Session): KeyService {
  return role === 'member' ? ownKeys(keys, accountId) : keys;
}

const HOUR_MS = 60 * 60 * 1000;
const MAX_OVERLAP_HOURS = 30 * 24;
const wrongOverlap = fieldWords.wholeNumber(0, MAX_OVERLAP_HOURS);
const ROLL = z.object({
  overlapHours: z.int({ error: wrongOverlap }).min(0, { error: wrongOverlap }).max(MAX_OVERLAP_HOURS, {
    error: wrongOverlap,
  }),
});

/** Drops omitted fields: only the given ones are changed. */
function given<Wanted extends object>(
  wanted: Wanted,
): { [Name in keyof Wanted]: Exclude<Wanted[Name], undefined> } {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as never;
}

function numberSchema(most: number) {
  const error = fieldWords.wholeNumber(1, most);
  return z.int({ error }).min(1, { error }).max(most, { error }).nullable();
}

function keySchema(now: number) {
  const wrongName = fieldWords.keyName(KEY_NAME_MAX_CHARACTERS);
  const isInTime = (time: number) => time > now && time <= now + CENTURY_MS;
  return z.object({
    name: z.string({ error: wrongName }).trim().refine(isKeyName, { error: wrongName }),
    expiresAt: z
      .int({ error: fieldWords.expiresAt })
      .refine(isInTime, { error: fieldWords.expiresAt })
      .nullable(),
    limitPerMinute: numberSchema(KEY_LIMIT_MAX_PER_MINUTE),
    // Fields that pages of an earlier version did not send.
    scope: z.enum(SCOPES, { error: fieldWords.scope }).optional(),
    dailyDocuments: numberSchema(KEY_DAILY_DOCUMENTS_MAX).optional(),
    dailyBytes: numberSchema(KEY_DAILY_BYTES_MAX).optional(),
  });
}

function answerOf(key: ApiKey, createdBy: string | null = null, requests = 0): KeyResponse {
  return { ...key, createdBy, requests };
}
