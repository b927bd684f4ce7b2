import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CompressOptions, ENGINE_VERSION } from '../../../shared/index.ts';
import { PathIndex } from '../../files/path-index.ts';
import { sha256Of } from '../../files/sha256.ts';
import { isAbsence } from '../../files/system-error.ts';
import { keyOfLine, type LedgerEntry, ledgerKey, ledgerLine, parsedLine } from './ledger-line.ts';

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
    const name = sha256Of(asked).slice(0, 16);
    const ledger = new Ledger(join(folder, `${name}.jsonl`));
    for (const step of ledger.#load()) {
      if (step) await nextTurn();
      signal?.throwIfAborted();
    }
    return ledger;
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /**
   * Returns the last entry of a PDF.
   *
   * @param target absolute path requested for its result, if that is another file
   */
  entryOf(path: string, target?: string): LedgerEntry | undefined {
    const at = this.#lines.get(ledgerKey(path, target));
    if (at === undefined || this.#reading === undefined) return undefined;
    const entry = parsedLine(this.#lineAt(this.#reading, at));
    return entry !== null && entry.path === path ? entry : undefined;
  }

  /** @throws if the ledger's folder cannot be written */
  add(entry: LedgerEntry, target?: string): void {
    if (this.#writing === undefined) {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      this.#writing = openSync(this.#file, 'a', 0o600);
      this.#reading ??= openSync(this.#file, 'r');
    }
    // The leading newline ends a line that was cut off.
    const line = Buffer.from(`\n${ledgerLine(entry, target)}`);
    const written = writeSync(this.#writing, line);
    if (written !== line.length) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    this.#lines.set(ledgerKey(entry.path, target), fstatSync(this.#writing).size - line.length + 1);
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
      if (isAbsence(error)) return;
      throw error;
    }
    // One buffer for all chunks: fresh memory for each would take longer than reading it.
    let buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
    /** Bytes of an incomplete line, at the start of the buffer. */
    let rest = 0;
    /** Offset of the buffer in the file. */
    let from = 0;
    for (;;) {
      if (rest > CHUNK_BYTES) buffer = Buffer.concat([buffer], rest + 2 * CHUNK_BYTES);
      const length = readSync(this.#reading, buffer, rest, buffer.length - rest, from + rest);
      const bytes = buffer.subarray(0, rest + length);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE, rest); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        this.#note(bytes.toString('utf8', start, end), from + start);
        start = end + 1;
      }
      if (length === 0) {
        this.#note(bytes.toString('utf8', start), from + start);
        return;
      }
      rest = bytes.copy(buffer, 0, start);
      from += start;
      yield true;
    }
  }

  #note(line: string, at: number): void {
    const key = keyOfLine(line);
    if (key !== null) this.#lines.set(key, at);
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
