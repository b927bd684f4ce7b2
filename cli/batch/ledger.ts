import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CompressOptions, ENGINE_VERSION } from '../../shared/index.ts';

/** What is remembered of a PDF that was done. */
export interface LedgerEntry {
  /** Whole path. */
  readonly path: string;
  /** Of the file as it was left, in bytes. */
  readonly bytes: number;
  /** As the file system gives it, in milliseconds. */
  readonly mtimeMs: number;
  /** Whole path and bytes of the result, where it is another file. */
  readonly output?: { readonly path: string; readonly bytes: number };
}

/**
 * What earlier runs with the same options have done, so that a run that was ended goes on where it was. One line is added
 * for each PDF, whole: what a power cut leaves of a last line is not read.
 */
export class Ledger {
  readonly #file: string;
  readonly #entries = new Map<string, LedgerEntry>();

  constructor(folder: string, options: CompressOptions, mode: string) {
    const asked = JSON.stringify([ENGINE_VERSION, mode, Object.entries(options).sort()]);
    const name = createHash('sha256').update(asked).digest('hex').slice(0, 16);
    this.#file = join(folder, `${name}.jsonl`);
    for (const line of linesOf(this.#file)) {
      const entry = entryOf(line);
      if (entry !== null) this.#entries.set(entry.path, entry);
    }
  }

  entryOf(path: string): LedgerEntry | undefined {
    return this.#entries.get(path);
  }

  /** @throws when the folder of the ledger cannot be written */
  add(entry: LedgerEntry): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    // What was cut short ends before this line, not in it.
    appendFileSync(this.#file, `\n${JSON.stringify(entry)}`);
    this.#entries.set(entry.path, entry);
  }
}

/** Where programs of this system keep what they remember between runs. */
export function stateFolder(env: Readonly<Record<string, string | undefined>>, platform: string): string {
  if (env.PAGELIGHT_STATE_DIR) return env.PAGELIGHT_STATE_DIR;
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'pagelight');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/pagelight');
  return join(env.XDG_STATE_HOME ?? join(homedir(), '.local/state'), 'pagelight');
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function entryOf(line: string): LedgerEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    const isEntry = typeof value === 'object' && value !== null && 'path' in value && 'bytes' in value;
    return isEntry ? (value as LedgerEntry) : null;
  } catch {
    return null;
  }
}
