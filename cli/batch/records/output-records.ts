import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A file that we wrote beside an original, as it was left. */
export interface OutputRecord {
  /** Its name in its folder. */
  readonly name: string;
  /** Whole path of the PDF that it was made of; `-` for a pipe. */
  readonly source: string;
  readonly bytes: number;
  /** As the file system gives it, in milliseconds. */
  readonly mtimeMs: number;
  readonly sha256: string;
}

/** Folders whose records are held at the same time: a walk goes from one folder to the next. */
const MAX_FOLDERS = 16;

/**
 * Which files are results of ours, whatever the options: nothing else is ever replaced, and none of them is an input. One
 * file of lines for each folder of results, read when a file is in the way there.
 */
export class OutputRecords {
  readonly #folder: string;
  readonly #known = new Map<string, Map<string, OutputRecord>>();
  readonly #onForgotten: (error: unknown) => void;
  #canWrite = true;

  /**
   * @param stateFolder where programs keep what they remember
   * @param onForgotten hears when something cannot be: a later run will take such a result for somebody's
   */
  constructor(stateFolder: string, onForgotten: (error: unknown) => void = () => {}) {
    this.#onForgotten = onForgotten;
    this.#folder = join(stateFolder, 'outputs');
  }

  find(path: string): OutputRecord | undefined {
    const whole = resolve(path);
    return this.#recordsOf(dirname(whole)).get(basename(whole));
  }

  /** Results of a PDF in a folder, those of earlier runs among them. */
  ofSource(source: string, folder: string): readonly OutputRecord[] {
    return [...this.#recordsOf(resolve(folder)).values()].filter((record) => record.source === source);
  }

  /** Before the file is in its place: a run that ends in between must know it again. */
  add(path: string, record: Omit<OutputRecord, 'name'>): void {
    const whole = resolve(path);
    const folder = dirname(whole);
    const entry = { name: basename(whole), ...record };
    const file = this.#fileOf(folder);
    try {
      mkdirSync(this.#folder, { recursive: true });
      // What was cut short ends before this line, not in it.
      appendFileSync(file, `\n${JSON.stringify(entry)}`);
    } catch (error) {
      this.#canWrite = false;
      this.#onForgotten(error);
      this.#recordsOf(folder);
    }
    this.#known.get(folder)?.set(entry.name, entry);
  }

  #recordsOf(folder: string): Map<string, OutputRecord> {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const records = new Map<string, OutputRecord>();
    for (const line of linesOf(this.#fileOf(folder))) {
      const record = recordIn(line);
      if (record !== null) records.set(record.name, record);
    }
    const [oldest] = this.#known.keys();
    // What cannot be written is held to the end of the run.
    if (this.#canWrite && oldest !== undefined && this.#known.size >= MAX_FOLDERS) this.#known.delete(oldest);
    this.#known.set(folder, records);
    return records;
  }

  #fileOf(folder: string): string {
    return join(this.#folder, `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.jsonl`);
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
  try {
    const value: unknown = JSON.parse(line);
    const isRecord = typeof value === 'object' && value !== null && 'name' in value && 'sha256' in value;
    return isRecord ? (value as OutputRecord) : null;
  } catch {
    return null;
  }
}
