import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CompressOptions, ENGINE_VERSION } from '../../../shared/index.ts';
import { PathIndex } from '../../files/path-index.ts';
import type { FileResult, WrittenPart } from '../results/file-result.ts';

/** What is remembered of a PDF that was done. */
export interface LedgerEntry {
  /** Whole path. */
  readonly path: string;
  /** Of the file as it was left, in bytes. */
  readonly bytes: number;
  /** As the file system gives it, in milliseconds. */
  readonly mtimeMs: number;
  /** Whole path and bytes of the result, where it is another file. */
  readonly output?: {
    readonly path: string;
    readonly bytes: number;
    readonly mtimeMs: number;
    /** Where it is in parts, of which `path` is the first. */
    readonly parts?: readonly WrittenPart[];
  };
  /** Why it was left as it is: it is not tried again while it stays so. */
  readonly problem?: NonNullable<FileResult['problem']>;
}

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;
const BLOCK_BYTES = 1 << 16;

/**
 * What earlier runs with the same options have done, so that a run that was ended goes on where it was. One line is added
 * for each PDF, whole: what a power cut leaves of a last line is not read. Memory holds where a line stands and not what is
 * in it, so a ledger may have many millions.
 */
export class Ledger {
  readonly #file: string;
  /** Where the last line of each PDF and target begins. */
  readonly #lines = new PathIndex();
  /** What was read last, and where it begins in the file. */
  #block = { at: 0, bytes: Buffer.alloc(0) };
  #reading: number | undefined;
  #writing: number | undefined;

  private constructor(file: string) {
    this.#file = file;
  }

  /**
   * Reads where everything stands. A ledger that is not there yet is empty.
   *
   * @throws the signal's reason; when the file is there and cannot be read
   */
  static async open(
    folder: string,
    options: CompressOptions,
    mode: string,
    signal?: AbortSignal,
  ): Promise<Ledger> {
    const asked = JSON.stringify([ENGINE_VERSION, mode, Object.entries(options).sort()]);
    const name = createHash('sha256').update(asked).digest('hex').slice(0, 16);
    const ledger = new Ledger(join(folder, `${name}.jsonl`));
    for (const step of ledger.#load()) {
      if (step) await nextTurn();
      signal?.throwIfAborted();
    }
    return ledger;
  }

  /**
   * What was remembered last of a PDF.
   *
   * @param target whole path of its result as it was asked for, where that is another file
   */
  entryOf(path: string, target?: string): LedgerEntry | undefined {
    const at = this.#lines.get(keyOf(path, target));
    if (at === undefined || this.#reading === undefined) return undefined;
    const entry = entryOf(this.#lineAt(this.#reading, at));
    return entry !== null && entry.path === path ? entry : undefined;
  }

  /** @throws when the folder of the ledger cannot be written */
  add(entry: LedgerEntry, target?: string): void {
    if (this.#writing === undefined) {
      mkdirSync(dirname(this.#file), { recursive: true });
      this.#writing = openSync(this.#file, 'a', 0o600);
      this.#reading ??= openSync(this.#file, 'r');
    }
    // What was cut short ends before this line, not in it.
    const line = Buffer.from(`\n${JSON.stringify(target === undefined ? entry : { ...entry, target })}`);
    const written = writeSync(this.#writing, line);
    if (written !== line.length) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    this.#lines.set(keyOf(entry.path, target), fstatSync(this.#writing).size - line.length + 1);
  }

  close(): void {
    for (const file of [this.#reading, this.#writing]) if (file !== undefined) closeSync(file);
    this.#reading = this.#writing = undefined;
  }

  /** Notes each line. Yields after each piece of the file. */
  *#load(): Generator<boolean> {
    try {
      this.#reading = openSync(this.#file, 'r');
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
        return;
      throw error;
    }
    let rest = Buffer.alloc(0);
    /** Where `rest` begins in the file. */
    let from = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(this.#reading, chunk, 0, CHUNK_BYTES, from + rest.length);
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
      const isEnd = length === 0;
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        this.#note(bytes.subarray(start, end), from + start);
        start = end + 1;
      }
      if (isEnd) this.#note(bytes.subarray(start), from + start);
      rest = bytes.subarray(start);
      from += start;
      if (isEnd) return;
      yield true;
    }
  }

  #note(line: Buffer, at: number): void {
    const entry = line.length === 0 ? null : entryOf(line.toString());
    if (entry !== null) this.#lines.set(keyOf(entry.path, targetOf(entry)), at);
  }

  /** Lines are asked for in about the order in which they were written: one read gives hundreds of them. */
  #lineAt(file: number, at: number): string {
    const known = this.#block.bytes.subarray(Math.max(0, at - this.#block.at));
    const end = at < this.#block.at ? -1 : known.indexOf(NEWLINE);
    if (end >= 0) return known.toString('utf8', 0, end);
    for (let size = BLOCK_BYTES; ; size *= 4) {
      const bytes = Buffer.allocUnsafe(size);
      const length = readSync(file, bytes, 0, size, at);
      const next = bytes.subarray(0, length).indexOf(NEWLINE);
      if (next < 0 && length === size) continue;
      this.#block = { at, bytes: bytes.subarray(0, length) };
      return bytes.toString('utf8', 0, next >= 0 ? next : length);
    }
  }
}

/** Where programs of this system keep what they remember between runs. */
export function stateFolder(env: Readonly<Record<string, string | undefined>>, platform: string): string {
  if (env.PAGELIGHT_STATE_DIR) return env.PAGELIGHT_STATE_DIR;
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'pagelight');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/pagelight');
  return join(env.XDG_STATE_HOME ?? join(homedir(), '.local/state'), 'pagelight');
}

/** A PDF has an entry for each place that its result was asked for. */
function keyOf(path: string, target: string | undefined): string {
  return target === undefined ? path : `${path}\0${target}`;
}

function targetOf(entry: LedgerEntry): string | undefined {
  if ('target' in entry && typeof entry.target === 'string') return entry.target;
  return entry.output?.path;
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
