import { compress } from '../shared/compress.ts';
import { compressCommand } from './cli/compress-command.ts';
import { terminal } from './cli/output.ts';
import { createNodeHost } from './host.ts';

process.exitCode = await compressCommand(process.argv.slice(2), {
  compress,
  host: createNodeHost(),
  output: terminal,
});
