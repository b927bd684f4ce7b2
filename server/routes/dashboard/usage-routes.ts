import { z } from 'zod';
import type { UsageResponse } from '../../../shared/api/dashboard.ts';
import type { Database } from '../../db/database.ts';
import type { Methods } from '../../http/mount.ts';
import type { KeyService } from '../../keys/key-service.ts';
import { fieldWords } from '../../text/dashboard.ts';
import { lastDays, usageOf } from '../../usage/usage-report.ts';
import { keysSeenBy } from './key-routes.ts';
import { readQuery } from './read-json.ts';
import { signedIn } from './signed-in.ts';

export interface UsageRouteDeps {
  readonly db: Database;
  readonly keys: KeyService;
  readonly now: () => number;
}

const MAX_DAYS = 366;
const wrongDays = fieldWords.days(MAX_DAYS);

const QUERY = z.object({
  days: z
    .string()
    .regex(/^\d{1,4}$/, { error: wrongDays })
    .transform(Number)
    .refine((days) => days >= 1 && days <= MAX_DAYS, { error: wrongDays })
    .default(30),
});

/** Requests and bytes per day and key. */
export function usageRoutes({ db, keys, now }: UsageRouteDeps): Readonly<Record<string, Methods>> {
  return {
    usage: {
      GET: async (c) => {
        const days = lastDays(readQuery(c, QUERY).days, now());
        const [written, all] = await Promise.all([usageOf(db, days), keysSeenBy(keys, signedIn(c)).list()]);
        const seen = new Set(all.map(({ id }) => id));
        // Usage of removed keys belongs to no member.
        const rows = written.filter(({ keyId }) => signedIn(c).role !== 'member' || seen.has(keyId));
        const used = new Set(rows.map(({ keyId }) => keyId));
        const shown = all.filter(
          ({ id, revokedAt, expiresAt }) =>
            used.has(id) || (revokedAt === null && (expiresAt === null || expiresAt > now())),
        );
        return c.json<UsageResponse>({
          days,
          keys: shown.map(({ id, name, hint }) => ({ id, name, hint })),
          rows,
        });
      },
    },
  };
}
