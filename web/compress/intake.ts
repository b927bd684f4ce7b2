import { appendAll } from '../../shared/lists.ts';
import type { RejectedFiles } from '../jobs/jobs-reducer.ts';

/** A file as it was given. */
export interface PickedFile {
  readonly file: File;
  /** The folders it was found in, such as `Reports/2026`; empty for a file given by itself. */
  readonly folder: string;
}

export interface Sorted {
  readonly pdfs: readonly PickedFile[];
  readonly refused: RejectedFiles;
}

/** How far into a file its header may begin; the readers of PDF look as far (ISO 32000-1, Annex H.3.4.1). */
const HEADER_WINDOW = 1024;

/**
 * Sorts what may be a PDF from what is not. A file that calls itself a PDF is taken at its word: the core
 * decides, and its answer goes into the file's row. Any other file is a PDF if it begins like one.
 */
export async function partitionPdfs(given: readonly PickedFile[]): Promise<Sorted> {
  const pdfs: PickedFile[] = [];
  const names: string[] = [];
  const inFolders: string[] = [];
  for (const one of given) {
    const { file, folder } = one;
    if (hasPdfName(file) || (await hasPdfHeader(file))) pdfs.push(one);
    else if (folder !== '') inFolders.push(file.name);
    else names.push(file.name);
  }
  return { pdfs, refused: { names, inFolders } };
}

/** Everything in a drop, folders opened. To be called inside the event: later the browser has emptied it. */
export async function filesFromDataTransfer(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  const plainFiles = [...transfer.files];
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  // Something was dropped that the browser shows as a file only (or it has no folder support).
  if (!entries.some((entry) => entry?.isDirectory)) return directly(plainFiles);

  const given: PickedFile[] = [];
  for (const entry of entries) {
    if (entry !== null) appendAll(given, await filesBelow(entry));
  }
  return given;
}

/** Files from an input or the clipboard; one that was chosen with its folder knows where it lay. */
export function directly(files: Iterable<File>): readonly PickedFile[] {
  return [...files].map((file) => ({ file, folder: folderOf(file.webkitRelativePath ?? '') }));
}

/** `Reports/2026` of `/Reports/2026/a.pdf`. */
function folderOf(path: string): string {
  return path.replace(/^\//, '').replace(/\/?[^/]*$/, '');
}

async function filesBelow(entry: FileSystemEntry): Promise<readonly PickedFile[]> {
  if (isFileEntry(entry)) {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
    return file === null ? [] : [{ file, folder: folderOf(entry.fullPath) }];
  }
  if (!isDirectoryEntry(entry)) return [];
  const given: PickedFile[] = [];
  for (const child of await children(entry)) appendAll(given, await filesBelow(child));
  return given;
}

/** `readEntries` gives at most a hundred at a time, and an empty list at the end. */
async function children(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    appendAll(all, some);
  }
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectoryEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function hasPdfName(file: File): boolean {
  return file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
}

async function hasPdfHeader(file: File): Promise<boolean> {
  try {
    const start = new Uint8Array(await file.slice(0, HEADER_WINDOW).arrayBuffer());
    return new TextDecoder('latin1').decode(start).includes('%PDF');
  } catch {
    // A file that cannot be read, such as a folder given as a file, is no PDF that we could take.
    return false;
  }
}
