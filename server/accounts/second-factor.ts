import { Secret, TOTP } from 'otpauth';
import type { Database } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

/** The second factor that was used to sign in. */
export type FactorProof = 'code' | 'recovery-code';

/** Two-factor authentication: codes of an authenticator app (RFC 6238), and recovery codes if it is lost. */
export interface SecondFactors {
  isOn(accountId: string): Promise<boolean>;
  /** Unused recovery codes; null if two-factor is off. */
  recoveryCodesLeft(accountId: string): Promise<number | null>;
  /**
   * Creates a secret for an app. It becomes active once a code confirms it; until then `begin` replaces it.
   *
   * @throws ProblemError `two_factor_enabled`
   */
  begin(accountId: string, email: string): Promise<NewSecret>;
  /** Enables two-factor and returns the recovery codes, only once. @throws ProblemError `invalid_code` */
  confirm(accountId: string, code: string): Promise<readonly string[]>;
  /** Consumes a code of the app, or a recovery code. @throws ProblemError `invalid_code` */
  check(accountId: string, code: string): Promise<FactorProof>;
  /** Returns new recovery codes, only once; null if two-factor is off. */
  remakeRecoveryCodes(accountId: string): Promise<readonly string[] | null>;
  /** Disables two-factor; false if it was off. */
  remove(accountId: string): Promise<boolean>;
}

export interface NewSecret {
  /** In base 32, for typing. */
  readonly secret: string;
  /** `otpauth://totp/…`, for scanning. */
  readonly uri: string;
}

/** Label that the app shows above its codes. */
const ISSUER = 'Pagelight';
const STEP_S = 30;
/** RFC 4226, 4 R6, recommends 160 bits. */
const SECRET_BYTES = 20;
/** Clocks differ and typing takes time: one step before and after is accepted too (RFC 6238, 5.2). */
const STEPS_AROUND = 1;

export function createSecondFactors(db: Database, now: () => number): SecondFactors {
  const recovery = createRecoveryCodes(db);

  const confirmed = async (accountId: string) =>
    db
      .selectFrom('second_factors')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();

  const takeStep = (accountId: string, secret: string, code: string) =>
    consumeStep(db, { accountId, secret }, code, now());

  const isOn = async (accountId: string) => (await confirmed(accountId)) !== undefined;

  return {
    isOn,

    async recoveryCodesLeft(accountId) {
      return (await isOn(accountId)) ? recovery.left(accountId) : null;
    },

    async begin(accountId, email) {
      if (await isOn(accountId)) throw new ProblemError({ code: 'two_factor_enabled' });
      const secret = new Secret({ size: SECRET_BYTES });
      await putUnconfirmed(db, accountId, secret.base32);
      const uri = new TOTP({ issuer: ISSUER, label: email, secret, period: STEP_S }).toString();
      return { secret: secret.base32, uri };
    },

    async confirm(accountId, code) {
      const row = await db
        .selectFrom('second_factors')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined || !(await takeStep(accountId, row.secret, code)))
        throw new ProblemError({ code: 'invalid_code' });
      const codes = await recovery.remake(accountId);
      await db
        .updateTable('second_factors')
        .set({ confirmed_at: now() })
        .where('account_id', '=', accountId)
        .execute();
      return codes;
    },

    async check(accountId, code) {
      const row = await confirmed(accountId);
      if (row !== undefined && (await takeStep(accountId, row.secret, code))) return 'code';
      if (row !== undefined && (await recovery.use(accountId, code))) return 'recovery-code';
      throw new ProblemError({ code: 'invalid_code' });
    },

    async remakeRecoveryCodes(accountId) {
      return (await isOn(accountId)) ? recovery.remake(accountId) : null;
    },

    async remove(accountId) {
      const wasOn = await isOn(accountId);
      await db.deleteFrom('second_factors').where('account_id', '=', accountId).execute();
      await recovery.removeAllOf(accountId);
      return wasOn;
    },
  };
}

/** Stores a secret that no code has confirmed yet; it replaces an earlier one of this kind. */
async function putUnconfirmed(db: Database, accountId: string, secret: string): Promise<void> {
  const row = { secret, confirmed_at: null, last_step: 0 };
  await db
    .insertInto('second_factors')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(row).where('second_factors.confirmed_at', 'is', null),
    )
    .execute();
}

/** Consumes the time step of a code; of two concurrent uses one gets true. */
async function consumeStep(
  db: Database,
  factor: { readonly accountId: string; readonly secret: string },
  code: string,
  now: number,
): Promise<boolean> {
  const { accountId, secret } = factor;
  const step = stepOf(secret, code, now);
  if (step === null) return false;
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The time step that a code belongs to; null if it matches none near `timestamp`. */
function stepOf(secret: string, code: string, timestamp: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_S });
  const delta = /^\d{6}$/.test(token) ? totp.validate({ token, timestamp, window: STEPS_AROUND }) : null;
  return delta === null ? null : TOTP.counter({ period: STEP_S, timestamp }) + delta;
}
