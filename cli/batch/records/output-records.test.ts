import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutputRecords } from './output-records.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagelight-records-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const PDFS = 300;
const record = (source: string) => ({ source, bytes: 1, mtimeMs: 1, sha256: 'a' });

/** Counts the items that iterations over all maps would visit. */
function visited(work: () => void): number {
  let count = 0;
  const { values, entries } = Map.prototype;
  const spies = [
    vi.spyOn(Map.prototype, 'values').mockImplementation(function (this: Map<unknown, unknown>) {
      count += this.size;
      return values.call(this);
    }),
    ...(['entries', Symbol.iterator] as const).map((name) =>
      vi.spyOn(Map.prototype, name).mockImplementation(function (this: Map<unknown, unknown>) {
        count += this.size;
        return entries.call(this) as MapIterator<[unknown, unknown]>;
      }),
    ),
  ];
  try {
    work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return count;
}

test('parts of a PDF are found without a look at those of all others in a flat folder', () => {
  const records = new OutputRecords(folder);
  records.find('/flat/absent.pdf');
  for (let pdf = 0; pdf < PDFS; pdf++)
    for (const part of [1, 2]) records.add(`/flat/${pdf}-${part}of2.pdf`, record(`/flat/${pdf}.pdf`));
  const found: number[] = [];
  const looks = visited(() => {
    for (let pdf = 0; pdf < PDFS; pdf++) found.push(records.ofSource(`/flat/${pdf}.pdf`, '/flat').length);
  });
  expect(found).toEqual(Array(PDFS).fill(2));
  expect(looks).toBeLessThan(10 * PDFS);
});

test('a name that another PDF has taken over is no longer a result of the first, in this run and the next', () => {
  const records = new OutputRecords(folder);
  const namesOf = (of: OutputRecords, source: string) => of.ofSource(source, '/x').map(({ name }) => name);
  records.find('/x/absent.pdf');
  records.add('/x/a.pdf', record('/x/first.pdf'));
  records.add('/x/b.pdf', record('/x/first.pdf'));
  records.add('/x/a.pdf', record('/x/second.pdf'));
  for (const each of [records, new OutputRecords(folder)]) {
    expect(namesOf(each, '/x/first.pdf')).toEqual(['b.pdf']);
    expect(namesOf(each, '/x/second.pdf')).toEqual(['a.pdf']);
  }
});
