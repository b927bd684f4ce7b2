import { useState } from 'react';
import { download } from '../device/download.ts';
import { type Job, resultOf } from '../jobs/job.ts';
import { resultNames } from '../jobs/result-names.ts';
import { chooseFolder, saveBelow } from './folder.ts';
import { filesOf, savedOf, saveResult } from './saved-files.ts';
import { type SharedFile, type SharingEnd, shareFiles } from './share.ts';
import { type Saved, zipOf } from './zip.ts';

/** State of saving all results. */
export type Saving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'zipping' }
  | { readonly kind: 'writing'; readonly done: number; readonly total: number }
  | { readonly kind: 'written'; readonly total: number; readonly folder: string }
  /** The folder or the disk failed during writing. */
  | {
      readonly kind: 'refused';
      readonly done: number;
      readonly total: number;
      readonly ids?: readonly number[];
    }
  /** The system refused to share the files. */
  | { readonly kind: 'not-shared' };

export interface SaveAll {
  readonly saving: Saving;
  /** Saves one job's result; several parts as a ZIP. */
  readonly one: (id: number) => Promise<void>;
  /** Saves all results, or those of these jobs. */
  readonly asZip: (ids?: readonly number[]) => Promise<void>;
  /** Saves the files with these paths, as they are or as a ZIP; marks results of which nothing is missing as saved. */
  readonly some: (paths: readonly string[]) => Promise<void>;
  /** Saves one ZIP in which each of these groups of paths is a folder. */
  readonly folders: (groups: readonly SavedFolder[]) => Promise<void>;
  /** Saves all results, or those of these jobs, as files. */
  readonly toFolder: (ids?: readonly number[]) => Promise<void>;
  /** Shares the results of these jobs, if the system can. */
  readonly share: (ids: readonly number[]) => Promise<void>;
  /** Shares one part of a result, which does not mark the result as saved. */
  readonly sharePart: (part: SharedFile) => Promise<void>;
  readonly settle: () => void;
}

/** Paths of results that go into one folder of a ZIP. */
export interface SavedFolder {
  readonly name: string;
  readonly paths: readonly string[];
}

/**
 * Saves all results. Whatever fails, the results stay in the list.
 *
 * @param settledJobs resolves to all jobs once no file is being split: its parts are saved, not the file that is too large
 */
export function useSaving(
  settledJobs: () => Promise<readonly Job[]>,
  zipFolder: () => Promise<FileSystemDirectoryHandle | null>,
  onSaved: (ids: readonly number[]) => void,
): SaveAll {
  const [saving, setSaving] = useState<Saving>({ kind: 'idle' });

  const one = async (id: number) => {
    const jobs = await settledJobs();
    const job = jobs.find((each) => each.id === id);
    if (job === undefined) return;
    await saveResult(job, jobs, zipFolder);
    onSaved([id]);
  };

  const asZip = async (ids?: readonly number[]) => {
    setSaving({ kind: 'zipping' });
    const jobs = await settledJobs();
    const files = chosen(savedOf(jobs), ids);
    if (ids !== undefined && files.size === 1) {
      setSaving({ kind: 'idle' });
      const [only] = files.keys();
      return one(only!);
    }
    download(await zipOf([...files.values()].flat(), await zipFolder()), zipName(jobs));
    onSaved([...files.keys()]);
    setSaving({ kind: 'idle' });
  };

  const some = async (paths: readonly string[]) => {
    const jobs = await settledJobs();
    const all = savedOf(jobs);
    const files = [...all.values()].flat().filter(({ path }) => paths.includes(path));
    const [only] = files;
    if (only !== undefined && files.length === 1) download(only.blob, only.path.replace(/^.*\//, ''));
    else if (files.length > 1) download(await zipOf(files, await zipFolder()), zipName(jobs));
    const isWhole = (parts: readonly Saved[]) => parts.every(({ path }) => paths.includes(path));
    onSaved([...all].flatMap(([id, parts]) => (isWhole(parts) ? [id] : [])));
  };

  const folders = async (groups: readonly SavedFolder[]) => {
    setSaving({ kind: 'zipping' });
    const jobs = await settledJobs();
    const all = savedOf(jobs);
    const files = [...all.values()].flat();
    const inFolders = groups.flatMap(({ name, paths }) =>
      files
        .filter(({ path }) => paths.includes(path))
        .map((file) => ({ ...file, path: `${name}/${file.path}` })),
    );
    download(await zipOf(inFolders, await zipFolder()), zipName(jobs));
    const paths = new Set(groups.flatMap((group) => group.paths));
    onSaved([...all].flatMap(([id, parts]) => (parts.every(({ path }) => paths.has(path)) ? [id] : [])));
    setSaving({ kind: 'idle' });
  };

  const toFolder = async (ids?: readonly number[]) => {
    let [done, total] = [0, 0];
    try {
      // First, since browsers open the picker only right after a click.
      const folder = await chooseFolder('results');
      if (folder === null) return;
      const files = chosen(savedOf(await settledJobs()), ids);
      total = [...files.values()].flat().length;
      setSaving({ kind: 'writing', done, total });
      for (const [id, parts] of files) {
        for (const file of parts) {
          await saveBelow(folder, file);
          done += 1;
          setSaving({ kind: 'writing', done, total });
        }
        onSaved([id]);
      }
      setSaving({ kind: 'written', total, folder: folder.name });
    } catch {
      setSaving({ kind: 'refused', done, total, ...(ids === undefined ? {} : { ids }) });
    }
  };

  const handOn = async (files: readonly SharedFile[]): Promise<SharingEnd> => {
    const ended = await shareFiles(files);
    // A ZIP or folder may be in progress meanwhile.
    if (ended === 'refused') setSaving({ kind: 'not-shared' });
    else setSaving((now) => (now.kind === 'not-shared' ? { kind: 'idle' } : now));
    return ended;
  };

  const share = async (ids: readonly number[]) => {
    const jobs = await settledJobs();
    const names = resultNames(jobs);
    const results = jobs.flatMap((job) => {
      const [result, name] = [resultOf(job), names.get(job.id)];
      return !ids.includes(job.id) || result === null || name === undefined
        ? []
        : filesOf(result, name, job).map(({ path, blob }) => ({ name: path, blob }));
    });
    if ((await handOn(results)) === 'shared') onSaved(ids);
  };

  const sharePart = async (part: SharedFile) => void (await handOn([part]));

  const settle = () => setSaving({ kind: 'idle' });
  return { saving, one, asZip, some, folders, toFolder, share, sharePart, settle };
}

/** Named after the common folder of all files, if there is one. */
function zipName(jobs: readonly Job[]): string {
  const [first = '', ...others] = new Set(jobs.map(({ folder }) => folder.split('/')[0]));
  return first !== '' && others.length === 0 ? `${first}-light.zip` : 'pdfs-light.zip';
}

/** The files of these jobs; of all without `ids`. */
function chosen<Files>(all: ReadonlyMap<number, Files>, ids: readonly number[] | undefined) {
  return ids === undefined ? all : new Map([...all].filter(([id]) => ids.includes(id)));
}
