import type { Database } from '../db/database.ts';
import type { AccountRow } from '../db/schema.ts';
import { ProblemError } from '../problem.ts';
import type { AttemptLimiter, ClientIdentity } from './attempt-limiter.ts';
import type { FactorProof, SecondFactors } from './second-factor.ts';
import type { Session } from './sessions.ts';

/** Authentication of a member beyond an open session. Each method may throw `too_many_attempts`. */
export interface Proofs {
  /** Checks the password of a session's account. @throws ProblemError `wrong_password` */
  password(session: Session, password: string, from: ClientIdentity): Promise<AccountRow>;
  /** Checks a two-factor code; null if the account needs none. @throws ProblemError `two_factor_required`, `invalid_code` */
  secondFactor(
    account: AccountRow,
    code: string | undefined,
    from: ClientIdentity,
  ): Promise<FactorProof | null>;
}

export function createProofs(db: Database, guard: AttemptLimiter, secondFactors: SecondFactors): Proofs {
  return {
    async password(session, password, from) {
      const account = await accountWith(db, 'id', session.accountId);
      const isRight = await guard.verifyPassword(account, session.email, password, from);
      if (!isRight || account === undefined) throw new ProblemError({ code: 'wrong_password' });
      return account;
    },

    async secondFactor(account, code, from) {
      if (!(await secondFactors.isOn(account.id))) return null;
      if (code === undefined) throw new ProblemError({ code: 'two_factor_required' });
      return guard.tryCode(account.email, from, () => secondFactors.check(account.id, code));
    },
  };
}

export function accountWith(
  db: Database,
  column: 'email' | 'id',
  value: string,
): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where(column, '=', value).executeTakeFirst();
}
