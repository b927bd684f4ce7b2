import { EXIT } from '../library/terminal/exit-code.ts';
import { terminal } from '../library/terminal/output.ts';
import { COMMAND_LINE, createAuditLog } from './audit/audit-log.ts';
import { auditedKeys } from './audit/audited-keys.ts';
import { keysCommand } from './cli/keys-command.ts';
import { sentenceOf } from './cli/sentence-of.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { createKeyService } from './keys/key-service.ts';

try {
  process.exitCode = await keysCommand(process.argv.slice(2), {
    async openKeys() {
      const db = await openDatabase(readConfig(process.env));
      // A failed write is not counted here: it ends the command with an error.
      const audit = createAuditLog(db, { write: async (_entry, write) => write().then(() => true) });
      const keys = auditedKeys(createKeyService(db), audit, { name: COMMAND_LINE, address: '' });
      return { keys, close: () => db.destroy() };
    },
    output: terminal,
    now: Date.now,
  });
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = EXIT.IO_ERROR;
}
