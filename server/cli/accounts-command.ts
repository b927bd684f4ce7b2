import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import { parseFlags } from '../../library/terminal/flags.ts';
import type { Output } from '../../library/terminal/output.ts';
import { table } from '../../library/terminal/table.ts';
import { helped, wrongUsage } from '../../library/terminal/usage.ts';
import type { AccountAdmin } from '../accounts/account-admin.ts';
import { calledAs } from '../called-as.ts';
import { randomBase62 } from '../keys/key-format.ts';
import { ProblemError } from '../problem.ts';

function accountsUsage(): string {
  return `Usage: ${calledAs('accounts')} ACTION

  list                       show who may sign in to the dashboard
  reset-password EMAIL       print a new password, alone, this one time, and end all sessions
  reset-second-factor EMAIL  turn off two-factor authentication for an account
  make-owner EMAIL           let somebody invite and remove people
  remove EMAIL               remove an account, and its email wherever it stands; keys stay

Works while the server is running. Uses DATA_DIR or DATABASE_URL.
`;
}

export interface AccountsCommandDeps {
  /** Opens the storage. Called only once the usage is valid. */
  readonly openAccounts: () => Promise<{ readonly accounts: AccountAdmin; close(): Promise<void> }>;
  readonly output: Output;
}

/** About 119 bits, typed once and then changed. */
const NEW_PASSWORD_CHARACTERS = 20;

export async function accountsCommand(
  args: readonly string[],
  { openAccounts, output }: AccountsCommandDeps,
): Promise<ExitCode> {
  const { flags, positionals, faults } = parseFlags(args, { help: 'switch' });
  if (flags.has('help')) return helped(output, accountsUsage());
  const action = actionOf(positionals);
  if (faults.length > 0 || typeof action === 'string')
    return wrongUsage(output, [...faults, ...(typeof action === 'string' ? [action] : [])]);
  const { accounts, close } = await openAccounts();
  try {
    return await action(accounts, output);
  } finally {
    await close();
  }
}

type Action = (accounts: AccountAdmin, output: Output) => Promise<ExitCode>;

/** Commands that act on one account. */
const ON_AN_ACCOUNT: Readonly<Record<string, (email: string) => Action>> = {
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
  'make-owner': makeOwner,
  remove,
};
const COMMANDS = 'list, reset-password, reset-second-factor, make-owner and remove';

/** Parses the arguments; returns a sentence if they are invalid. */
function actionOf([command, ...rest]: readonly string[]): Action | string {
  if (command === undefined) return `Say what to do; there are ${COMMANDS}.`;
  if (command === 'list') return rest.length > 0 ? `"${rest.join(' ')}" is too much here.` : list;
  if (!Object.hasOwn(ON_AN_ACCOUNT, command)) return `"${command}" is not a command; there are ${COMMANDS}.`;
  const [email, ...more] = rest;
  if (email === undefined) return 'The EMAIL of the account is missing; list shows all.';
  if (more.length > 0) return `"${more.join(' ')}" is too much here.`;
  return ON_AN_ACCOUNT[command]!(email);
}

async function list(accounts: AccountAdmin, output: Output): Promise<ExitCode> {
  const all = await accounts.list();
  if (all.length === 0) {
    output.err('There are no accounts yet. The server prints a set-up link when it starts.\n');
    return EXIT.OK;
  }
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const rows = all.map(({ email, role, hasSecondFactor, createdAt }) => [
    email,
    role,
    hasSecondFactor ? 'on' : 'off',
    day(createdAt),
  ]);
  output.out(table([['EMAIL', 'ROLE', 'SECOND STEP', 'CREATED'], ...rows]));
  return EXIT.OK;
}

function nobody(email: string, output: Output): ExitCode {
  output.err(`There is no account "${email}"; list shows all of them.\n`);
  return EXIT.IO_ERROR;
}

function resetPassword(email: string): Action {
  return async (accounts, output) => {
    const password = randomBase62(NEW_PASSWORD_CHARACTERS);
    if (!(await accounts.setPassword(email, password))) return nobody(email, output);
    output.out(`${password}\n`);
    output.err(
      'The password is set and all sessions have ended. It is shown this one time: change it soon.\n',
    );
    return EXIT.OK;
  };
}

function resetSecondFactor(email: string): Action {
  return async (accounts, output) => {
    const outcome = await accounts.resetSecondFactor(email);
    if (outcome === 'unknown') return nobody(email, output);
    output.err(
      outcome === 'reset'
        ? 'Signing in takes the password alone again. Set the second step up anew in the dashboard, under Account.\n'
        : 'Nothing to do: this account has no second step.\n',
    );
    return EXIT.OK;
  };
}

function makeOwner(email: string): Action {
  return async (accounts, output) => {
    if (!(await accounts.makeOwner(email))) return nobody(email, output);
    output.err('The account is an owner now, also in sessions that are open.\n');
    return EXIT.OK;
  };
}

function remove(email: string): Action {
  return async (accounts, output) => {
    try {
      if (!(await accounts.remove(email))) return nobody(email, output);
    } catch (error) {
      if (!(error instanceof ProblemError && error.problem.code === 'last_owner')) throw error;
      output.err(
        'This is the last owner, and others are left. Make one of them an owner first: make-owner EMAIL\n',
      );
      return EXIT.IO_ERROR;
    }
    output.err(
      'The account is removed, with all its sessions. Without any account the next start prints a set-up link.\n',
    );
    return EXIT.OK;
  };
}
