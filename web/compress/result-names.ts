import { type Job, resultOf } from './job.ts';

/** `report.pdf` → `report-light.pdf`. */
export function lightName(name: string): string {
  const { stem, extension } = split(name);
  return `${stem}-light${extension}`;
}

/**
 * What each result is saved as, by job id. A kept original keeps its own name. No two results share a name,
 * also not on file systems that ignore case: the second `report-light.pdf` is `report-light-2.pdf`.
 */
export function resultNames(jobs: readonly Job[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const job of jobs) {
    const result = resultOf(job);
    if (result === null) continue;
    const wanted = result.report.unchanged ? job.file.name : lightName(job.file.name);
    const name = firstFree(wanted, taken);
    taken.add(name.toLowerCase());
    names.set(job.id, name);
  }
  return names;
}

function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  const { stem, extension } = split(wanted);
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem}-${number}${extension}`;
  return name;
}

function split(name: string): { readonly stem: string; readonly extension: string } {
  const [extension = '.pdf'] = /\.pdf$/i.exec(name) ?? [];
  return { stem: name.replace(/\.pdf$/i, ''), extension };
}
