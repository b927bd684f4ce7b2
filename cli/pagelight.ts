#!/usr/bin/env node
import '../library/node/tier-up.ts';
import './run/compile-cache.ts';
import { terminal } from '../library/terminal/output.ts';
import { ENGINE_VERSION } from '../shared/version.ts';
import { COMMANDS, shrink } from './commands.ts';
import { restoreNames } from './files/argument-bytes.ts';
import { ending, endProperly } from './run/ending.ts';
import { sanitizeForTerminal } from './terminal/printable.ts';

const args = restoreNames(process.argv.slice(2), (path, count) =>
  terminal.err(
    `${count} names look like ${sanitizeForTerminal(path)}, since they are not UTF-8: name their folder instead.\n`,
  ),
);
const [name = '', ...rest] = args;
// The server's programs handle their own shutdown.
if (name !== 'serve' && name !== 'work') endProperly(ENGINE_VERSION);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const exitCode = await (command === undefined ? shrink(args) : command(rest));
process.exitCode = ending.exitCode ?? exitCode;
