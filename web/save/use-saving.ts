import { useState } from 'react';
import { download } from '../jobs/download.ts';
import { type Job, resultOf } from '../jobs/job.ts';
import { resultNames, resultPaths } from '../jobs/result-names.ts';
import { chooseFolder, saveBelow } from './folder.ts';
import { type SharedFile, type SharingEnd, shareFiles } from './share.ts';
import { type Saved, zipOf } from './zip.ts';

/** State of saving all results. */
export type Saving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'zipping' }
  | { readonly kind: 'writing'; readonly done: number; readonly total: number }
  | { readonly kind: 'written'; readonly total: number; readonly folder: string }
  /** The folder or the disk failed during writing. */
  | { readonly kind: 'refused'; readonly done: number; readonly total: number }
  /** The system refused to share the files. */
  | { readonly kind: 'not-shared' };

export interface SaveAll {
  readonly saving: Saving;
  /** Saves all results, or those of these jobs. */
  readonly asZip: (ids?: readonly number[]) => Promise<void>;
  readonly toFolder: () => Promise<void>;
  /** Shares the results of these jobs, if the system can. */
  readonly share: (ids: readonly number[]) => Promise<void>;
  /** Shares one part of a result, which does not mark the result as saved. */
  readonly sharePart: (part: SharedFile) => Promise<void>;
  readonly settle: () => void;
}

/** Saves all results. Whatever fails, the results stay in the list. */
export function useSaving(
  jobs: readonly Job[],
  zipFolder: () => Promise<FileSystemDirectoryHandle | null>,
  onSaved: (ids: readonly number[]) => void,
): SaveAll {
  const [saving, setSaving] = useState<Saving>({ kind: 'idle' });

  const asZip = async (ids?: readonly number[]) => {
    const all = savedOf(jobs);
    const files = ids === undefined ? all : new Map([...all].filter(([id]) => ids.includes(id)));
    const [only] = files.values();
    if (ids !== undefined && files.size === 1) {
      download(only.blob, only.path.replace(/^.*\//, ''));
      return onSaved([...files.keys()]);
    }
    setSaving({ kind: 'zipping' });
    download(await zipOf([...files.values()], await zipFolder()), zipName(jobs));
    onSaved([...files.keys()]);
    setSaving({ kind: 'idle' });
  };

  const toFolder = async () => {
    const files = savedOf(jobs);
    const total = files.size;
    let done = 0;
    try {
      const folder = await chooseFolder('results');
      if (folder === null) return;
      setSaving({ kind: 'writing', done, total });
      for (const [id, file] of files) {
        await saveBelow(folder, file);
        onSaved([id]);
        done += 1;
        setSaving({ kind: 'writing', done, total });
      }
      setSaving({ kind: 'written', total, folder: folder.name });
    } catch {
      setSaving({ kind: 'refused', done, total });
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
    const names = resultNames(jobs);
    const results = jobs.flatMap((job) => {
      const [result, name] = [resultOf(job), names.get(job.id)];
      return !ids.includes(job.id) || result === null || name === undefined
        ? []
        : [{ name, blob: result.blob }];
    });
    if ((await handOn(results)) === 'shared') onSaved(ids);
  };

  const sharePart = async (part: SharedFile) => void (await handOn([part]));

  return { saving, asZip, toFolder, share, sharePart, settle: () => setSaving({ kind: 'idle' }) };
}

/** Keyed by job id. */
function savedOf(jobs: readonly Job[]): ReadonlyMap<number, Saved> {
  const paths = resultPaths(jobs);
  const files = jobs.flatMap((job): [number, Saved][] => {
    const [result, path] = [resultOf(job), paths.get(job.id)];
    if (result === null || path === undefined) return [];
    return [[job.id, { path, blob: result.blob, lastModified: job.file.lastModified }]];
  });
  return new Map(files);
}

/** Named after the common folder of all files, if there is one. */
function zipName(jobs: readonly Job[]): string {
  const [first = '', ...others] = new Set(jobs.map(({ folder }) => folder.split('/')[0]));
  return first !== '' && others.length === 0 ? `${first}-light.zip` : 'pdfs-light.zip';
}
