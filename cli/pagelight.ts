#!/usr/bin/env node
import '../library/node/tier-up.ts';
import { ENGINE_VERSION } from '../shared/version.ts';
import { COMMANDS, shrink } from './commands.ts';
import { ending, endProperly } from './run/ending.ts';

const [name = '', ...rest] = process.argv.slice(2);
// The server's programs handle their own shutdown.
if (name !== 'serve' && name !== 'work') endProperly(ENGINE_VERSION);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const exitCode = await (command === undefined ? shrink(process.argv.slice(2)) : command(rest));
process.exitCode = ending.exitCode ?? exitCode;
