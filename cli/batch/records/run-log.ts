import { closeSync, openSync, writeSync } from 'node:fs';
import { osPath } from '../../files/os-path.ts';
import type { FileResult } from '../results/file-result.ts';

/** Appends one line of JSON per PDF to a file. */
export class RunLog {
  readonly #file: number;

  /** @throws if the file cannot be opened */
  constructor(path: string) {
    this.#file = openSync(osPath(path), 'a', 0o600);
  }

  /** @throws if the write fails */
  add(result: FileResult, now: Date): void {
    writeSync(this.#file, `${JSON.stringify({ time: now.toISOString(), ...result })}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}
