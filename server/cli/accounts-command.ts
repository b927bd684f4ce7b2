import { parseFlags } from '../../cli/terminal/flags.ts';
import type { ExitCode, Output } from '../../cli/terminal/output.ts';
import { table } from '../../cli/terminal/table.ts';
import type { AccountAdmin } from '../accounts/account-admin.ts';
import { randomBase62 } from '../keys/key-format.ts';

export const ACCOUNTS_USAGE = `Usage:
  npm run -s accounts -- list                     show who may sign in to the dashboard
  npm run -s accounts -- reset-password EMAIL     print a new password, alone, this one time, and end all sessions
  npm run -s accounts -- remove EMAIL             remove an account, and its email wherever it stands; keys stay

The server may run meanwhile; the accounts are in DATA_DIR, or where DATABASE_URL says.
`;

export interface AccountsCommandDeps {
  /** Opens the storage; only called once the usage is found right. */
  readonly openAccounts: () => Promise<{ readonly accounts: AccountAdmin; close(): Promise<void> }>;
  readonly output: Output;
}

/** About 119 bits, to be typed once and then changed. */
const NEW_PASSWORD_CHARACTERS = 20;

/** `accounts list | reset-password | remove`. */
export async function accountsCommand(
  args: readonly string[],
  { openAccounts, output }: AccountsCommandDeps,
): Promise<ExitCode> {
  const { flags, positionals, faults } = parseFlags(args, { help: 'switch' });
  if (flags.has('help')) {
    output.out(ACCOUNTS_USAGE);
    return 0;
  }
  const action = actionOf(positionals);
  if (faults.length > 0 || typeof action === 'string') {
    output.err(`${[...faults, ...(typeof action === 'string' ? [action] : [])].join('\n')}\nSee --help.\n`);
    return 2;
  }
  const { accounts, close } = await openAccounts();
  try {
    return await action(accounts, output);
  } finally {
    await close();
  }
}

type Action = (accounts: AccountAdmin, output: Output) => Promise<ExitCode>;

/** What to do, or what is wrong with how it was said. */
function actionOf([command, ...rest]: readonly string[]): Action | string {
  switch (command) {
    case 'list':
      return rest.length > 0 ? `"${rest.join(' ')}" is too much here.` : list;
    case 'reset-password':
    case 'remove': {
      const [email, ...more] = rest;
      if (email === undefined) return 'The EMAIL of the account is missing; list shows all.';
      if (more.length > 0) return `"${more.join(' ')}" is too much here.`;
      return command === 'remove' ? remove(email) : resetPassword(email);
    }
    case undefined:
      return 'Say what to do: list, reset-password or remove.';
    default:
      return `"${command}" is not a command; there are list, reset-password and remove.`;
  }
}

async function list(accounts: AccountAdmin, output: Output): Promise<ExitCode> {
  const all = await accounts.list();
  if (all.length === 0) {
    output.err('There are no accounts yet. The server prints a set-up link when it starts.\n');
    return 0;
  }
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  output.out(table([['EMAIL', 'CREATED'], ...all.map(({ email, createdAt }) => [email, day(createdAt)])]));
  return 0;
}

function resetPassword(email: string): Action {
  return async (accounts, output) => {
    const password = randomBase62(NEW_PASSWORD_CHARACTERS);
    if (!(await accounts.setPassword(email, password))) {
      output.err(`There is no account "${email}"; list shows all of them.\n`);
      return 1;
    }
    output.out(`${password}\n`);
    output.err(
      'The password is set and all sessions have ended. It is shown this one time: change it soon.\n',
    );
    return 0;
  };
}

function remove(email: string): Action {
  return async (accounts, output) => {
    if (!(await accounts.remove(email))) {
      output.err(`There is no account "${email}"; list shows all of them.\n`);
      return 1;
    }
    output.err(
      'The account is removed, with all its sessions. Without any account the next start prints a set-up link.\n',
    );
    return 0;
  };
}
