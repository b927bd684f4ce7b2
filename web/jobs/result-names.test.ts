import { expect, test } from 'vitest';
import { jobOf, pdfFile, states } from '../testing/jobs.ts';
import { lightName, resultNames, resultPaths } from './result-names.ts';

function namesOf(...files: readonly (readonly [name: string, state: Parameters<typeof jobOf>[1]])[]) {
  const jobs = files.map(([name, state], index) => jobOf(index, state, { file: pdfFile(name) }));
  return [...resultNames(jobs).values()];
}

test.each([
  ['report.pdf', 'report-light.pdf'],
  ['Report.PDF', 'Report-light.PDF'],
  ['scan', 'scan-light.pdf'],
  ['a.b.pdf', 'a.b-light.pdf'],
  ['.pdf', '-light.pdf'],
])('%s is saved as %s', (name, saved) => {
  expect(lightName(name)).toBe(saved);
});

test('a kept original keeps its own name', () => {
  expect(namesOf(['report.pdf', states.kept()])).toEqual(['report.pdf']);
});

test('results that would share a name are numbered, whatever their case', () => {
  expect(
    namesOf(['report.pdf', states.done()], ['Report.pdf', states.done()], ['report.pdf', states.done()]),
  ).toEqual(['report-light.pdf', 'Report-light-2.pdf', 'report-light-3.pdf']);
});

test('a kept original does not take the name of a result', () => {
  expect(namesOf(['report-light.pdf', states.kept()], ['report.pdf', states.done()])).toEqual([
    'report-light.pdf',
    'report-light-2.pdf',
  ]);
});

test('files without a result have no name to save under', () => {
  expect(namesOf(['a.pdf', states.damaged], ['b.pdf', states.waiting])).toEqual([]);
});

test('names only have to differ within one folder', () => {
  const inFolder = (id: number, folder: string) =>
    jobOf(id, states.done(), { folder, file: pdfFile('report.pdf') });
  const jobs = [inFolder(1, 'a'), inFolder(2, 'b'), inFolder(3, 'a'), inFolder(4, '')];
  expect([...resultPaths(jobs).values()]).toEqual([
    'a/report-light.pdf',
    'b/report-light.pdf',
    'a/report-light-2.pdf',
    'report-light.pdf',
  ]);
});
