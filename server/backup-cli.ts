import { terminal } from '../library/terminal/output.ts';
import { backupCommand } from './cli/backup-command.ts';
import { readConfig } from './config.ts';

process.exitCode = await backupCommand(process.argv.slice(2), {
  storage: () => readConfig(process.env),
  output: terminal,
});
