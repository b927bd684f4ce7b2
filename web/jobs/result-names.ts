import { type Job, resultOf } from './job.ts';

/** Why a name is refused. */
export type NameProblem = 'empty' | 'characters' | 'long' | 'taken';

/** Characters that some file system refuses in a name. */
export const REFUSED_CHARACTERS = '/ \\ : * ? " < > |';
/** UTF-16 units; file systems take 255 bytes or units, and parts and copies get a number. */
const MAX_STEM = 120;

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

/** The result's name without its extension, as the user edits it. */
export function stemOf(name: string): string {
  return split(name).stem;
}

/** The file name for a typed stem. The file's own extension stays. */
export function typedName(typed: string, job: Job): string {
  return `${stemOf(typed.trim()).trim()}${split(job.file.name).extension}`.normalize('NFC');
}

/** Why a typed name can't be used; null if it can. @param jobs all jobs, whose names must differ within a folder */
export function nameProblem(typed: string, job: Job, jobs: readonly Job[]): NameProblem | null {
  const name = typedName(typed, job);
  const stem = stemOf(name);
  if (/^\.*$/.test(stem)) return 'empty';
  if (/[/\\:*?"<>|\p{Cc}]/u.test(stem)) return 'characters';
  if (stem.length > MAX_STEM) return 'long';
  const own = [job.folder, name].filter(Boolean).join('/').toLowerCase();
  const others = [...resultPaths(jobs)].filter(([id]) => id !== job.id);
  return others.some(([, path]) => path.toLowerCase() === own) ? 'taken' : null;
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
  // Chosen names first: others give way to them.
  const ordered = [...jobs.filter(isNamed), ...jobs.filter((job) => !isNamed(job))];
  for (const job of ordered) {
    const result = resultOf(job);
    if (result === null) continue;
    const derived = result.report.unchanged ? job.file.name : lightName(job.file.name);
    const wanted = job.chosenName ?? derived;
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

function isNamed({ chosenName }: Job): boolean {
  return chosenName !== undefined;
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
