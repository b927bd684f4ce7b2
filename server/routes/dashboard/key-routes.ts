import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Methods } from '../../http/mount.ts';
import type { ApiKey, KeyService } from '../../keys/key-service.ts';
import { isKeyName, KEY_LIMIT_MAX_PER_MINUTE, KEY_NAME_MAX_CHARACTERS } from '../../keys/rules.ts';
import { ProblemError } from '../../problem.ts';
import { fieldWords } from '../../text/dashboard.ts';
import { lastDays, requestsByKey } from '../../usage/usage-report.ts';
import type { KeyAnswer, KeysAnswer, NewKeyAnswer } from './answers.ts';
import { readJson } from './read-json.ts';
import { signedIn } from './signed-in.ts';

export interface KeyRouteDeps {
  readonly db: Database;
  readonly keys: KeyService;
  readonly now: () => number;
}

const LISTED_DAYS = 30;
const CENTURY_MS = 100 * 366 * 24 * 60 * 60 * 1000;

/** What the dashboard asks about keys, by address. */
export function keyRoutes({ db, keys, now }: KeyRouteDeps): Readonly<Record<string, Methods>> {
  return {
    keys: {
      GET: async (c) => {
        const time = now();
        const [all, requests] = await Promise.all([
          keys.list(),
          requestsByKey(db, lastDays(LISTED_DAYS, time)),
        ]);
        return c.json<KeysAnswer>({
          now: time,
          keys: all.map((key) => answerOf(key, requests.get(key.id) ?? 0)),
        });
      },

      POST: async (c) => {
        const { name, expiresAt, limitPerMinute } = await readJson(c, newKeySchema(now()));
        const { secret, key } = await keys.create({
          name,
          ...(expiresAt === null ? {} : { expiresAt }),
          ...(limitPerMinute === null ? {} : { limitPerMinute }),
        });
        return c.json<NewKeyAnswer>({ secret, key: answerOf(key, 0) }, 201);
      },
    },

    'keys/:id/revoke': {
      POST: async (c) => {
        const outcome = await keys.revoke(c.req.param('id')!, signedIn(c).email);
        if (outcome === 'unknown') throw new ProblemError({ code: 'not_found' });
        return c.body(null, 204);
      },
    },
  };
}

function newKeySchema(now: number) {
  const wrongName = fieldWords.keyName(KEY_NAME_MAX_CHARACTERS);
  const wrongLimit = fieldWords.limitPerMinute(KEY_LIMIT_MAX_PER_MINUTE);
  const isInTime = (time: number) => time > now && time <= now + CENTURY_MS;
  return z.object({
    name: z.string({ error: wrongName }).trim().refine(isKeyName, { error: wrongName }),
    expiresAt: z
      .int({ error: fieldWords.expiresAt })
      .refine(isInTime, { error: fieldWords.expiresAt })
      .nullable(),
    limitPerMinute: z
      .int({ error: wrongLimit })
      .min(1, { error: wrongLimit })
      .max(KEY_LIMIT_MAX_PER_MINUTE, { error: wrongLimit })
      .nullable(),
  });
}

function answerOf(key: ApiKey, requests: number): KeyAnswer {
  return { ...key, requests };
}
