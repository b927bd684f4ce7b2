import { closeSync, openSync, writeSync } from 'node:fs';
import { osPath } from '../../files/os-path.ts';
import type { FileResult } from '../results/file-result.ts';

/** A file that gets a line of JSON for each PDF, behind those that are there. */
export class RunLog {
  readonly #file: number;

  /** @throws when it cannot be written */
  constructor(path: string) {
    this.#file = openSync(osPath(path), 'a', 0o600);
  }

  /** @throws when it takes no more */
  add(result: FileResult, now: Date): void {
    writeSync(this.#file, `${JSON.stringify({ time: now.toISOString(), ...result })}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}
