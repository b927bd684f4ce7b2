import './tier-up.ts';
import { inspect } from '../shared/inspect.ts';
import { inspectCommand } from './cli/inspect-command.ts';
import { terminal } from './cli/output.ts';

process.exitCode = await inspectCommand(process.argv.slice(2), { inspect, output: terminal });
