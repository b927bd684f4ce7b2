import { partName } from '../../shared/index.ts';
import { download } from '../device/download.ts';
import { handedOut, type Job, type Result, resultOf } from '../jobs/job.ts';
import { lightName, resultNames, resultPaths } from '../jobs/result-names.ts';
import { type Saved, zipOf } from './zip.ts';

/** The files of a result: itself under its name, or its parts under theirs. */
export function filesOf(
  { blob, report, parts }: Result,
  path: string,
  { file: { lastModified }, chosenName }: Pick<Job, 'file' | 'chosenName'>,
): readonly Saved[] {
  if (parts === undefined) return [{ path, blob, lastModified }];
  const count = parts.files.length;
  const [whole] = parts.files;
  if (parts.leftOut !== undefined && whole !== undefined)
    return [
      {
        path: report.unchanged && chosenName === undefined ? lightName(path) : path,
        blob: whole.blob,
        lastModified,
      },
    ];
  return parts.files.map((part, at) => ({
    path: partName(path, at + 1, count),
    blob: part.blob,
    lastModified,
  }));
}

/** The files included when all are saved, by job id, with their folders. */
export function savedOf(jobs: readonly Job[]): ReadonlyMap<number, readonly Saved[]> {
  const paths = resultPaths(jobs);
  const files = jobs.flatMap((job): [number, readonly Saved[]][] => {
    const [result, path] = [handedOut(job), paths.get(job.id)];
    if (result === null || path === undefined) return [];
    return [[job.id, filesOf(result, path, job)]];
  });
  return new Map(files);
}

/**
 * Saves what one job came to: its result, or a ZIP of its parts.
 *
 * @param jobs all there are: names of results depend on each other
 */
export async function saveResult(
  job: Job,
  jobs: readonly Job[],
  zipFolder: () => Promise<FileSystemDirectoryHandle | null>,
): Promise<void> {
  const result = resultOf(job);
  if (result === null) return;
  const name = resultNames(jobs).get(job.id) ?? job.file.name;
  const files = filesOf(result, name, job);
  // At once where nothing has to be packed: browsers let a click save one file.
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) return download(first.blob, first.path);
  download(await zipOf(files, await zipFolder()), name.replace(/(\.pdf)?$/i, '.zip'));
}
