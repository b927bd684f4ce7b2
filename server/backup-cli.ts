import { backupCommand } from './cli/backup-command.ts';
import { terminal } from './cli/output.ts';
import { readConfig } from './config.ts';

process.exitCode = await backupCommand(process.argv.slice(2), {
  storage: () => readConfig(process.env),
  output: terminal,
});
