import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CompressOptions, ENGINE_VERSION } from '../../../shared/index.ts';
import { PathIndex } from '../../files/path-index.ts';
import type { FileResult, WrittenPart } from '../results/file-result.ts';

/** The record of one processed PDF. */
export interface LedgerEntry {
  /** Absolute path. */
  readonly path: string;
  /** Size of the file after the run. */
  readonly bytes: number;
  /** Milliseconds, as the file system returns it. */
  readonly mtimeMs: number;
  /** The result, if it is another file. The path is absolute. */
  readonly output?: {
    readonly path: string;
    readonly bytes: number;
    readonly mtimeMs: number;
    /** Present if the result is split; `path` is the first part. */
    readonly parts?: readonly WrittenPart[];
  };
  /** Why the PDF was not compressed. It is not retried while it stays unchanged. */
  readonly problem?: NonNullable<FileResult['problem']>;
}

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;
const BLOCK_BYTES = 1 << 16;

/**
 * Records what earlier runs with the same options have done, so that an interrupted run can resume. Appends one line
 * per PDF; a last line cut off by a power failure is ignored. Memory holds the offset of each line, not its text, so a
 * ledger may have many millions of lines.
 */
export class Ledger {
  readonly #file: string;
  /** Offset of the last line of each PDF and target. */
  readonly #lines = new PathIndex();
  /** The block read last, and its offset in the file. */
  #block = { at: 0, bytes: Buffer.alloc(0) };
  #reading: number | undefined;
  #writing: number | undefined;

  private constructor(file: string) {
    this.#file = file;
  }

  /**
   * Reads the offsets of all lines. A missing ledger is empty.
   *
   * @throws the signal's reason; an error if the file exists and cannot be read
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
   * Returns the last entry of a PDF.
   *
   * @param target absolute path requested for its result, if that is another file
   */
  entryOf(path: string, target?: string): LedgerEntry | undefined {
    const at = this.#lines.get(keyOf(path, target));
    if (at === undefined || this.#reading === undefined) return undefined;
    const entry = entryOf(this.#lineAt(this.#reading, at));
    return entry !== null && entry.path === path ? entry : undefined;
  }

  /** @throws if the ledger's folder cannot be written */
  add(entry: LedgerEntry, target?: string): void {
    if (this.#writing === undefined) {
      mkdirSync(dirname(this.#file), { recursive: true });
      this.#writing = openSync(this.#file, 'a', 0o600);
      this.#reading ??= openSync(this.#file, 'r');
    }
    // The leading newline ends a line that was cut off.
    const line = Buffer.from(`\n${JSON.stringify(target === undefined ? entry : { ...entry, target })}`);
    const written = writeSync(this.#writing, line);
    if (written !== line.length) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    this.#lines.set(keyOf(entry.path, target), fstatSync(this.#writing).size - line.length + 1);
  }

  close(): void {
    for (const file of [this.#reading, this.#writing]) if (file !== undefined) closeSync(file);
    this.#reading = this.#writing = undefined;
  }

  /** Indexes each line. Yields after each chunk of the file. */
  *#load(): Generator<boolean> {
    try {
      this.#reading = openSync(this.#file, 'r');
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
        return;
      throw error;
    }
    let rest = Buffer.alloc(0);
    /** Offset of `rest` in the file. */
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

  /** Lines are read in about the order in which they were written: one read serves hundreds of them. */
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

/** The platform's folder for program state. */
export function stateFolder(env: Readonly<Record<string, string | undefined>>, platform: string): string {
  if (env.PAGELIGHT_STATE_DIR) return env.PAGELIGHT_STATE_DIR;
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'pagelight');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/pagelight');
  return join(env.XDG_STATE_HOME ?? join(homedir(), '.local/state'), 'pagelight');
}

/** A PDF has one entry for each path requested for its result. */
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
