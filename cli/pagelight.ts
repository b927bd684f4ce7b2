#!/usr/bin/env node
import '../library/node/tier-up.ts';
import { COMMANDS, shrink } from './commands.ts';

const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
process.exitCode = await (command === undefined ? shrink(process.argv.slice(2)) : command(rest));
