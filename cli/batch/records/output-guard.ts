import type { Stats } from 'node:fs';
import { lstat, open, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readReceipt } from '../../../shared/receipt/read-receipt.ts';
import type { AttributeSource, LostAttribute } from '../../files/file-attributes.ts';
import { FileError, withFile } from '../../files/file-error.ts';
import { osPath } from '../../files/os-path.ts';
import { FileSet } from '../../files/same-file.ts';
import { sha256Of, sha256OfFile } from '../../files/sha256.ts';
import { systemCode } from '../../files/system-error.ts';
import { writeFileAtomic } from '../../write-file-atomic.ts';
import { receiptPath } from '../results/receipt-file.ts';
import type { ShrinkUsage } from '../usage.ts';
import { type OutputRecord, OutputRecords } from './output-records.ts';

/** A new file beside its source PDF. */
export interface NewOutput {
  readonly path: string;
  readonly data: readonly Uint8Array[];
  /** The source PDF; `-` for a pipe. */
  readonly source: string;
  /** Absent for a pipe. */
  readonly original?: AttributeSource;
}

/** A file that was written. */
export interface WrittenOutput {
  readonly lost: readonly LostAttribute[];
  readonly mtimeMs: number;
  /** SHA-256 of the earlier result that it replaced. */
  readonly replaced: string | undefined;
}

interface Permission {
  readonly mayReplace: boolean;
  /** SHA-256 of the earlier result that is replaced. */
  readonly replaced?: string;
  /** The file has the new bytes already. */
  readonly isDone?: boolean;
}

/** A new file: its largest possible size, or its bytes. */
type Made = { readonly maxBytes: number } | { readonly data: readonly Uint8Array[] };

const NAMES = '--force replaces it; --suffix or -o gives the result another name';

/** Decides which files may be overwritten: earlier results of the same PDF, and with `--force` any file. */
export class OutputGuard {
  readonly records: OutputRecords;
  readonly #isForced: boolean;
  readonly #inputs: FileSet;

  /** @param paths the inputs: none is ever replaced by the result of another */
  constructor(
    stateFolder: string,
    { isForced, paths, isDryRun }: Pick<ShrinkUsage, 'isForced' | 'paths'> & { readonly isDryRun?: boolean },
    onForgotten?: (error: unknown) => void,
  ) {
    this.records = new OutputRecords(stateFolder, onForgotten, isDryRun);
    this.#isForced = isForced;
    this.#inputs = new FileSet(paths.filter((path) => path !== '-'));
  }

  /**
   * A file that is not known as a result may have the bytes of one, made by another user or machine or before a folder
   * was renamed.
   *
   * @throws FileError if an existing file must not be replaced
   */
  async check(path: string, source: string, made: Made): Promise<Permission> {
    const there = await lstat(osPath(path)).catch(() => undefined);
    if (there === undefined) return { mayReplace: false };
    if (this.#isForced && !this.#inputs.has(path)) return { mayReplace: true };
    const real = await stat(osPath(path)).catch(() => undefined);
    if (real?.isFile() !== true)
      throw new FileError('output_exists', `${path} is there already, and is no file`);
    // An empty file, such as a name reserved by mktemp.
    if (real.size === 0) return { mayReplace: true };
    const record = this.records.find(path);
    const isMeant = 'data' in made || record?.bytes === real.size || (await receiptNames(path, real));
    const sha256 = isMeant ? await sha256OfFile(path) : '';
    if ('data' in made && sha256 === sha256Of(made.data)) return { mayReplace: false, isDone: true };
    const isRecorded = record !== undefined && record.sha256 === sha256;
    if (isRecorded ? record.source === wholeSource(source) : await receiptNames(path, real, sha256))
      return { mayReplace: true, replaced: sha256 };
    if ('maxBytes' in made && real.size <= made.maxBytes && (await isPdf(path))) return { mayReplace: false };
    if (isRecorded)
      throw new FileError('output_exists', `${path} is the result of ${record.source}: ${NAMES}`);
    throw new FileError('output_exists', `${path} is there already, and is no result of ours: ${NAMES}`);
  }

  /** Writes a file that `check` permits, and records it as a result. @throws FileError */
  async write({ path, data, source, original }: NewOutput): Promise<WrittenOutput> {
    const permission = await this.check(path, source, { data });
    const sha256 = sha256Of(data);
    if (permission.isDone === true) {
      const { size: bytes, mtimeMs } = await stat(osPath(path));
      this.#know(path, { source: wholeSource(source), bytes, mtimeMs, sha256 });
      return { lost: [], mtimeMs, replaced: undefined };
    }
    let mtimeMs = 0;
    const beforeCommit = async (written: Stats) => {
      // Another program may have created a file there since.
      if (permission.mayReplace) await this.check(path, source, { data });
      mtimeMs = written.mtimeMs;
      this.records.add(path, { source: wholeSource(source), bytes: written.size, mtimeMs, sha256 });
    };
    const how = { mayReplace: permission.mayReplace, beforeCommit, ...(original && { original }) };
    const lost = await withFile('cannot_write', path, async () => {
      try {
        return await writeFileAtomic(path, data, how);
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error;
        throw new FileError('output_exists', `${path} is there since this moment: ${NAMES}`);
      }
    });
    return { lost, mtimeMs, replaced: permission.replaced };
  }

  /** Records a file as the result of `source` if it has just these bytes. */
  async recognize(path: string, source: string, data: readonly Uint8Array[]): Promise<void> {
    const look = await lstat(osPath(path)).catch(() => undefined);
    const bytes = data.reduce((sum, { length }) => sum + length, 0);
    if (look?.isFile() !== true || look.size !== bytes) return;
    const sha256 = await sha256OfFile(path);
    const record = { source: wholeSource(source), bytes, mtimeMs: look.mtimeMs, sha256 };
    if (sha256 === sha256Of(data)) this.#know(path, record);
  }

  /** Another source of the same bytes keeps its result. */
  #know(path: string, record: Omit<OutputRecord, 'name'>): void {
    const { sha256, mtimeMs } = this.records.find(path) ?? {};
    if (sha256 !== record.sha256 || mtimeMs !== record.mtimeMs) this.records.add(path, record);
  }

  /** Returns the source PDF if the file is an unmodified result; `look` is its current state. */
  sourceOf(path: string, look: { readonly bytes: number; readonly mtimeMs: number }): string | undefined {
    const record = this.records.find(path);
    const isAsLeft = record?.bytes === look.bytes && record.mtimeMs === look.mtimeMs;
    return isAsLeft ? record.source : undefined;
  }

  /** Earlier results of a PDF in the folder of `path` that still exist unmodified. */
  async otherResults(path: string, source: string, written: readonly string[]): Promise<readonly string[]> {
    const folder = dirname(resolve(path));
    const names = new Set(written.map((each) => resolve(each)));
    const found: string[] = [];
    for (const record of this.records.ofSource(wholeSource(source), folder)) {
      const each = resolve(folder, record.name);
      const look = await stat(osPath(each)).catch(() => undefined);
      if (!names.has(each) && look?.size === record.bytes && look.mtimeMs === record.mtimeMs)
        found.push(each);
    }
    return found.sort();
  }
}

function wholeSource(source: string): string {
  return source === '-' ? source : resolve(source);
}

/** Whether a receipt beside the file names it: by its size, and by its digest if given. */
async function receiptNames(path: string, { size }: Stats, sha256?: string): Promise<boolean> {
  // A part has the receipt of the whole.
  for (const name of new Set([path, path.replace(/-\d+of\d+(?=(\.pdf)?$)/i, '')])) {
    const text = await readFile(osPath(receiptPath(name)), 'utf8').catch(() => '');
    const receipt = text === '' ? null : readReceipt(text);
    const files = receipt === null ? [] : (receipt.parts ?? [receipt.output]);
    if (files.some((file) => file.size === size && (sha256 === undefined || file.sha256 === sha256)))
      return true;
  }
  return false;
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(osPath(path));
  try {
    return (await file.read(Buffer.alloc(5), 0, 5, 0)).buffer.toString() === '%PDF-';
  } finally {
    await file.close();
  }
}
