import { terminal } from '../cli/terminal/output.ts';
import { keysCommand } from './cli/keys-command.ts';
import { ConfigError, readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { createKeyService } from './keys/key-service.ts';

try {
  process.exitCode = await keysCommand(process.argv.slice(2), {
    async openKeys() {
      const db = await openDatabase(readConfig(process.env));
      return { keys: createKeyService(db), close: () => db.destroy() };
    },
    output: terminal,
    now: Date.now,
  });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
