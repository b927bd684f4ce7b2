import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parsedRecord } from '../../files/json-lines.ts';
import { sha256Of } from '../../files/sha256.ts';

/** A result beside an original, as it was written. */
export interface OutputRecord {
  /** File name without the folder. */
  readonly name: string;
  /** Absolute path of the source PDF; `-` for a pipe. */
  readonly source: string;
  readonly bytes: number;
  /** Milliseconds, as the file system returns it. */
  readonly mtimeMs: number;
  readonly sha256: string;
}

/** The results in one folder. */
class FolderRecords {
  readonly #byName = new Map<string, OutputRecord>();
  /** Names of the results of each source. A split PDF has many, and a flat folder many split PDFs. */
  readonly #names = new Map<string, Set<string>>();

  find(name: string): OutputRecord | undefined {
    return this.#byName.get(name);
  }

  ofSource(source: string): readonly OutputRecord[] {
    return Array.from(this.#names.get(source) ?? [], (name) => this.#byName.get(name)!);
  }

  /** A later record of a name replaces the earlier one, which may be of another source. */
  set(record: OutputRecord): void {
    const { name, source } = record;
    const earlier = this.#byName.get(name);
    if (earlier !== undefined && earlier.source !== source) this.#names.get(earlier.source)?.delete(name);
    this.#byName.set(name, record);
    const names = this.#names.get(source);
    if (names === undefined) this.#names.set(source, new Set([name]));
    else names.add(name);
  }
}

/** Folders whose records are cached. A walk proceeds folder by folder. */
const MAX_FOLDERS = 16;

/**
 * Records which files are results, whatever the options. Only results are ever replaced, and none of them is an input.
 * Keeps one file of lines per output folder, read on the first conflict in that folder.
 */
export class OutputRecords {
  readonly #folder: string;
  readonly #known = new Map<string, FolderRecords>();
  readonly #onForgotten: (error: unknown) => void;
  readonly #isReadOnly: boolean;
  #canWrite: boolean;

  /**
   * @param stateFolder the platform's folder for program state
   * @param onForgotten called if a record cannot be written: a later run will treat the result as a foreign file
   * @param isReadOnly new records are kept in memory only, as in a dry run
   */
  constructor(
    stateFolder: string,
    onForgotten: (error: unknown) => void = () => {},
    isReadOnly: boolean = false,
  ) {
    this.#onForgotten = onForgotten;
    this.#folder = join(stateFolder, 'outputs');
    this.#isReadOnly = isReadOnly;
    this.#canWrite = !isReadOnly;
  }

  find(path: string): OutputRecord | undefined {
    const whole = resolve(path);
    return this.#recordsOf(dirname(whole)).find(basename(whole));
  }

  /** Results of a PDF in a folder, including those of earlier runs. */
  ofSource(source: string, folder: string): readonly OutputRecord[] {
    return this.#recordsOf(resolve(folder)).ofSource(source);
  }

  /** Called before the file is in place: a run that crashes in between must recognize it. */
  add(path: string, record: Omit<OutputRecord, 'name'>): void {
    const whole = resolve(path);
    const folder = dirname(whole);
    const entry = { name: basename(whole), ...record };
    const file = this.#fileOf(folder);
    try {
      if (!this.#isReadOnly) {
        mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
        // The leading newline ends a line that was cut off.
        appendFileSync(file, `\n${JSON.stringify(entry)}`);
      }
    } catch (error) {
      this.#canWrite = false;
      this.#onForgotten(error);
    }
    if (!this.#canWrite) this.#recordsOf(folder);
    this.#known.get(folder)?.set(entry);
  }

  #recordsOf(folder: string): FolderRecords {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const records = new FolderRecords();
    for (const line of linesOf(this.#fileOf(folder))) {
      const record = recordIn(line);
      if (record !== null) records.set(record);
    }
    const [oldest] = this.#known.keys();
    // Records that cannot be written are kept in memory until the run ends.
    if (this.#canWrite && oldest !== undefined && this.#known.size >= MAX_FOLDERS) this.#known.delete(oldest);
    this.#known.set(folder, records);
    return records;
  }

  #fileOf(folder: string): string {
    return join(this.#folder, `${sha256Of(folder).slice(0, 32)}.jsonl`);
  }
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function recordIn(line: string): OutputRecord | null {
  const value = parsedRecord(line);
  return value !== null && 'name' in value && 'sha256' in value ? (value as unknown as OutputRecord) : null;
}
