import { describe, expect, test } from 'vitest';
import { jobOf, pdfFile, resultOf, states } from '../testing/jobs.ts';
import { named } from './named-job.ts';
import { lightName, nameProblem, resultNames, resultPaths, typedName } from './result-names.ts';

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

describe('a chosen name', () => {
  const jobs = [
    jobOf(1, states.done(), { file: pdfFile('scan0041.PDF') }),
    jobOf(2, states.done(), { file: pdfFile('letter.pdf') }),
    jobOf(3, states.done(), { file: pdfFile('letter.pdf'), folder: 'old' }),
  ];

  test.each([
    ['Invoice May', null],
    ['Invoice May.pdf', null],
    ['scan0041-light', null],
    [' ', 'empty'],
    ['.pdf', 'empty'],
    ['..', 'empty'],
    ['a/b', 'characters'],
    ['a\\b', 'characters'],
    ['a: b', 'characters'],
    ['x'.repeat(121), 'long'],
    ['Letter-LIGHT', 'taken'],
    ['letter-light.pdf', 'taken'],
  ] as const)('%j is refused as %j', (typed, problem) => {
    expect(nameProblem(typed, jobs[0]!, jobs)).toBe(problem);
  });

  test('is taken whatever the case of the other name', () => {
    const loud = jobOf(4, states.done(), { file: pdfFile('REPORT.pdf') });
    expect(nameProblem('report-light', jobs[0]!, [...jobs, loud])).toBe('taken');
  });

  test('may be taken in another folder', () => {
    expect(nameProblem('letter-light', jobs[2]!, jobs)).toBe(null);
  });

  test('keeps the extension of its file', () => {
    expect(typedName(' Invoice.pdf ', jobs[0]!)).toBe('Invoice.PDF');
    expect(typedName('Invoice 1.5', jobs[1]!)).toBe('Invoice 1.5.pdf');
  });

  test('goes before names that are derived later, and what was saved counts as unsaved', () => {
    const saved = jobOf(2, { kind: 'done', result: { ...resultOf(), isSaved: true } });
    const first = jobOf(1, states.done(), { file: pdfFile('a.pdf') });
    const renamed = named(saved, 'a-light.pdf');
    expect([...resultNames([first, renamed])].sort()).toEqual([
      [1, 'a-light-2.pdf'],
      [2, 'a-light.pdf'],
    ]);
    expect(renamed.state).toMatchObject({ result: { isSaved: false } });
    expect(named(renamed, null)).not.toHaveProperty('chosenName');
  });
});
