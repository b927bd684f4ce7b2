// One measured run of @libpdf/core over one file; JSON on standard output.
import { readFileSync } from 'node:fs';
import { PDF } from '@libpdf/core';
import { Phases } from './phases.mjs';

const input = new Uint8Array(readFileSync(process.argv[2]));
const phases = new Phases();
const doc = await phases.time('open', () => PDF.load(input));
// Without changes it would give the input back.
doc.hasChanges = () => true;
const output = await phases.time('write', () => doc.save());
phases.print(output.length);
