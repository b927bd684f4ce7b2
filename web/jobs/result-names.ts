import { type Job, resultOf } from './job.ts';

/** `report.pdf` → `report-light.pdf`. */
export function lightName(name: string): string {
  const { stem, extension } = split(name);
  return `${stem}-light${extension}`;
}

/**
 * File name of each result, by job id. An unchanged original keeps its name. Names are unique, also on case-insensitive
 * file systems: the second `report-light.pdf` is `report-light-2.pdf`.
 */
export function resultNames(jobs: readonly Job[]): ReadonlyMap<number, string> {
  return namesWithin(jobs, () => '');
}

/** Like `resultNames`, with folders: only names in the same folder have to differ. */
export function resultPaths(jobs: readonly Job[]): ReadonlyMap<number, string> {
  const names = namesWithin(jobs, ({ folder }) => folder);
  const folders = new Map(jobs.map(({ id, folder }) => [id, folder]));
  return new Map([...names].map(([id, name]) => [id, [folders.get(id), name].filter(Boolean).join('/')]));
}

/** The first of `name`, `name-2`, `name-3` … that is free. */
export async function freeName(
  wanted: string,
  isTaken: (name: string) => boolean | Promise<boolean>,
): Promise<string> {
  for (const name of numbered(wanted)) if (!(await isTaken(name))) return name;
  return wanted;
}

function namesWithin(jobs: readonly Job[], placeOf: (job: Job) => string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const job of jobs) {
    const result = resultOf(job);
    if (result === null) continue;
    const wanted = result.report.unchanged ? job.file.name : lightName(job.file.name);
    for (const name of numbered(wanted)) {
      const place = `${placeOf(job)}/${name}`.toLowerCase();
      if (taken.has(place)) continue;
      taken.add(place);
      names.set(job.id, name);
      break;
    }
  }
  return names;
}

function* numbered(wanted: string): Generator<string> {
  yield wanted;
  const { stem, extension } = split(wanted);
  for (let number = 2; ; number += 1) yield `${stem}-${number}${extension}`;
}

function split(name: string): { readonly stem: string; readonly extension: string } {
  const [extension = '.pdf'] = /\.pdf$/i.exec(name) ?? [];
  return { stem: name.replace(/\.pdf$/i, ''), extension };
}
