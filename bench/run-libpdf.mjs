// One measured run of @libpdf/core on one file; JSON on standard output.
import { PDF } from '@libpdf/core';
import { readInput } from './input.mjs';
import { Phases } from './phases.mjs';

const input = readInput();
const phases = new Phases();
const doc = await phases.time('open', () => PDF.load(input));
// Without changes it would return the input.
doc.hasChanges = () => true;
const output = await phases.time('write', () => doc.save());
phases.print(output.length);
