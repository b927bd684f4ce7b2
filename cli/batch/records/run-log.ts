import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { osPath } from '../../files/os-path.ts';
import type { FileResult } from '../results/file-result.ts';

/** The first bytes of a log. */
const BEGINNING = '{"time":"';

/** Appends one line of JSON per PDF to a file. */
export class RunLog {
  readonly #file: number;

  /** @throws if the file cannot be opened, or is there already and is no log */
  constructor(path: string) {
    this.#file = openSync(osPath(path), 'a+', 0o600);
    if (isLog(this.#file)) return;
    closeSync(this.#file);
    throw new Error('it is there already, and is no log of pagelight');
  }

  /** @throws if the write fails */
  add(result: FileResult, now: Date): void {
    writeSync(this.#file, `${JSON.stringify({ time: now.toISOString(), ...result })}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Whether a file is empty or begins as a log does; a pipe or a device takes everything. */
function isLog(file: number): boolean {
  const stats = fstatSync(file);
  if (!stats.isFile() || stats.size === 0) return true;
  const first = Buffer.alloc(BEGINNING.length);
  readSync(file, first, 0, first.length, 0);
  return first.toString() === BEGINNING;
}
