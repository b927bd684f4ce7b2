// One measured run of pdf-lib on one file; JSON on standard output.
import { PDFDocument } from 'pdf-lib';
import { readInput } from './input.mjs';
import { Phases } from './phases.mjs';

const input = readInput();
const phases = new Phases();
// Without pauses for a user interface, which would count as work.
const speed = { parseSpeed: Number.POSITIVE_INFINITY, updateMetadata: false };
const doc = await phases.time('open', () => PDFDocument.load(input, speed));
const output = await phases.time('write', () => doc.save({ objectsPerTick: Number.POSITIVE_INFINITY }));
phases.print(output.length);
