import { EXIT } from '../library/terminal/exit-code.ts';
import { terminal } from '../library/terminal/output.ts';
import { createAccountAdmin } from './accounts/account-admin.ts';
import { createPasswords } from './accounts/passwords.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { accountsCommand } from './cli/accounts-command.ts';
import { sentenceOf } from './cli/sentence-of.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';

try {
  process.exitCode = await accountsCommand(process.argv.slice(2), {
    async openAccounts() {
      const db = await openDatabase(readConfig(process.env));
      // A failed write is not counted here: it ends the command with an error.
      const audit = createAuditLog(db, { write: async (_entry, write) => write().then(() => true) });
      return { accounts: createAccountAdmin(db, createPasswords(), audit), close: () => db.destroy() };
    },
    output: terminal,
  });
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = EXIT.IO_ERROR;
}
