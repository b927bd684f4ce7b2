import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readReceipt } from '../../../shared/receipt/read-receipt.ts';
import type { AttributeSource, LostAttribute } from '../../files/file-attributes.ts';
import { osPath } from '../../files/os-path.ts';
import { FileSet } from '../../files/same-file.ts';
import { writeFileAtomic } from '../../write-file-atomic.ts';
import { FileError, withFile } from '../file-error.ts';
import { receiptPath } from '../results/receipt-file.ts';
import { OutputRecords } from './output-records.ts';

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

type Permission = { readonly mayReplace: boolean; readonly replaced?: string };

const NAMES = '--force replaces it; --suffix or -o gives the result another name';

/** Decides which files may be overwritten: earlier results of the same PDF, and with `--force` any file. */
export class OutputGuard {
  readonly records: OutputRecords;
  readonly #isForced: boolean;
  readonly #inputs: FileSet;

  /** @param paths the inputs: none is ever replaced by the result of another */
  constructor(
    stateFolder: string,
    { isForced, paths }: { readonly isForced: boolean; readonly paths: readonly string[] },
    onForgotten?: (error: unknown) => void,
  ) {
    this.records = new OutputRecords(stateFolder, onForgotten);
    this.#isForced = isForced;
    this.#inputs = new FileSet(paths.filter((path) => path !== '-'));
  }

  /** @throws FileError if an existing file must not be replaced */
  async check(path: string, source: string): Promise<Permission> {
    const there = await lstat(osPath(path)).catch(() => undefined);
    if (there === undefined) return { mayReplace: false };
    if (this.#isForced && !this.#inputs.has(path)) return { mayReplace: true };
    const real = await stat(osPath(path)).catch(() => undefined);
    if (real?.isFile() !== true)
      throw new FileError('output_exists', `${path} is there already, and is no file`);
    // An empty file, such as a name reserved by mktemp.
    if (real.size === 0) return { mayReplace: true };
    const record = this.records.find(path);
    const isMeant = record?.bytes === real.size || (await receiptNames(path, real));
    const sha256 = isMeant ? await sha256Of(path) : '';
    if (record !== undefined && record.sha256 === sha256) {
      if (record.source === wholeSource(source)) return { mayReplace: true, replaced: sha256 };
      throw new FileError('output_exists', `${path} is the result of ${record.source}: ${NAMES}`);
    }
    if (await receiptNames(path, real, sha256)) return { mayReplace: true, replaced: sha256 };
    throw new FileError('output_exists', `${path} is there already, and is no result of ours: ${NAMES}`);
  }

  /** Writes a file that `check` permits, and records it as a result. @throws FileError */
  async write({ path, data, source, original }: NewOutput): Promise<WrittenOutput> {
    const permission = await this.check(path, source);
    const hash = createHash('sha256');
    for (const piece of data) hash.update(piece);
    const sha256 = hash.digest('hex');
    let mtimeMs = 0;
    const beforeCommit = async (written: Stats) => {
      // Another program may have created a file there since.
      if (permission.mayReplace) await this.check(path, source);
      mtimeMs = written.mtimeMs;
      this.records.add(path, { source: wholeSource(source), bytes: written.size, mtimeMs, sha256 });
    };
    const how = { mayReplace: permission.mayReplace, beforeCommit, ...(original && { original }) };
    const lost = await withFile('cannot_write', path, async () => {
      try {
        return await writeFileAtomic(path, data, how);
      } catch (error) {
        if (!isTaken(error)) throw error;
        throw new FileError('output_exists', `${path} is there since this moment: ${NAMES}`);
      }
    });
    return { lost, mtimeMs, replaced: permission.replaced };
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

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(osPath(path)), hash);
  return hash.digest('hex');
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
