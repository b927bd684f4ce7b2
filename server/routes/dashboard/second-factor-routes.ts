import type { Context } from 'hono';
import { z } from 'zod';
import type {
  NewSecretResponse,
  RecoveryCodesResponse,
  SecondFactorResponse,
} from '../../../shared/api/dashboard.ts';
import type { AuditAction } from '../../audit/audit-log.ts';
import type { AppEnv } from '../../http/app-env.ts';
import type { Methods } from '../../http/mount.ts';
import { ProblemError } from '../../problem.ts';
import type { AccountRouteDeps } from './account-routes.ts';
import { code, password } from './fields.ts';
import { readJson } from './read-json.ts';
import { createSessionCookies } from './session-cookies.ts';
import { signedIn } from './signed-in.ts';

const WITH_PASSWORD = z.object({ password });
const WITH_CODE = z.object({ code });

/** Routes for the member's own two-factor authentication. */
export function secondFactorRoutes({
  accounts,
  audit,
  trustProxy,
}: AccountRouteDeps): Readonly<Record<string, Methods>> {
  const door = createSessionCookies(accounts, trustProxy);
  const note = (c: Context<AppEnv>, action: AuditAction) =>
    audit.record(door.actor(c), { action, subject: signedIn(c).email });

  return {
    'second-factor': {
      GET: async (c) => {
        const recoveryCodesLeft = await accounts.secondFactor.recoveryCodesLeft(signedIn(c).accountId);
        return c.json<SecondFactorResponse>({ recoveryCodesLeft });
      },

      POST: async (c) => {
        const { password } = await readJson(c, WITH_PASSWORD);
        return c.json<NewSecretResponse>(
          await accounts.beginSecondFactor(signedIn(c), password, door.from(c)),
          201,
        );
      },
    },

    'second-factor/confirm': {
      POST: async (c) => {
        const { code } = await readJson(c, WITH_CODE);
        const recoveryCodes = await accounts.confirmSecondFactor(signedIn(c), code, door.from(c));
        await note(c, 'second-factor-on');
        return c.json<RecoveryCodesResponse>({ recoveryCodes });
      },
    },

    'second-factor/recovery-codes': {
      POST: async (c) => {
        const { password } = await readJson(c, WITH_PASSWORD);
        const recoveryCodes = await accounts.remakeRecoveryCodes(signedIn(c), password, door.from(c));
        if (recoveryCodes === null) throw new ProblemError({ code: 'not_found' });
        await note(c, 'recovery-codes-made');
        return c.json<RecoveryCodesResponse>({ recoveryCodes });
      },
    },

    'second-factor/remove': {
      POST: async (c) => {
        const { password } = await readJson(c, WITH_PASSWORD);
        if (await accounts.removeSecondFactor(signedIn(c), password, door.from(c)))
          await note(c, 'second-factor-off');
        return c.body(null, 204);
      },
    },
  };
}
