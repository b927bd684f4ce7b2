import { describe, expect, test } from 'vitest';
import type { Job, JobState } from '../jobs/job.ts';
import { jobOf, pdfFile, states } from '../testing/jobs.ts';
import { phaseText } from './phases.ts';
import {
  announcement,
  headline,
  overallFraction,
  pageTitle,
  refusedLine,
  resultLine,
  workingLine,
} from './summary.ts';

function jobs(...all: readonly JobState[]): readonly Job[] {
  return all.map((state, index) => jobOf(index + 1, state));
}

const saves = (bytes: number) => states.done({ inputSize: 1000, outputSize: 1000 - bytes });

describe('headline', () => {
  test.each<[string, readonly JobState[], string]>([
    ['while working', [states.done(), states.running(0.5), states.locked], '1 of 3 done'],
    [
      'while working, cancelled files apart',
      [states.done(), states.running(0.5), states.cancelled],
      '1 of 2 done',
    ],
    ['with a gain', [saves(400), saves(300), states.locked], '700\u00a0bytes smaller'],
    ['without one', [states.kept()], 'Nothing to save here'],
    ['when one failed', [states.damaged], '1 file couldn’t be compressed'],
    ['when all failed', [states.damaged, states.damaged], '2 files couldn’t be compressed'],
    ['when all are locked', [states.locked], '1 file needs a password'],
    ['when all were cancelled', [states.cancelled], 'Nothing was changed'],
  ])('%s', (_, given, text) => {
    const { lit = '', text: rest } = headline(jobs(...given));
    expect(lit + rest).toBe(text);
  });
});

describe('the line under it', () => {
  test('counts bytes while working', () => {
    expect(workingLine(jobs(states.running(0.5)), null)).not.toContain('working');
    const line = workingLine(jobs(states.done(), states.running(0.5), states.waiting, states.locked), 21_000);
    expect(line.replaceAll('\u00a0', ' ')).toBe(
      '1.5 KB of 3.0 KB · 1 working · 1 needs a password · about 20 seconds left',
    );
  });

  test('sums up afterwards', () => {
    const line = resultLine(jobs(saves(500), saves(250), states.locked, states.damaged));
    expect(line.replaceAll('\u00a0', ' ')).toBe(
      '2.0 KB → 1.3 KB across 2 files, 38% smaller · 1 file needs a password · 1 file couldn’t be compressed',
    );
  });

  test('is kind when nothing was gained', () => {
    expect(resultLine(jobs(states.kept()))).toBe(
      'Your file is already small. You have the original, unchanged.',
    );
  });
});

test('a large file is a large part of the whole', () => {
  const large = jobOf(1, states.running(0.5), { file: pdfFile('large.pdf', 9000) });
  const small = jobOf(2, states.waiting, { file: pdfFile('small.pdf', 1000) });
  expect(overallFraction([large, small])).toBeCloseTo(0.45);
  expect(overallFraction([])).toBe(0);
});

test('cancelled and locked files are not part of the work', () => {
  expect(overallFraction(jobs(states.cancelled, states.locked, states.running(0.5)))).toBe(0.5);
});

test.each<[readonly Job[], string | null, string]>([
  [[], null, 'Make PDFs smaller · Pagelight'],
  [[], 'Now 437.7 KB', 'Make PDFs smaller · Pagelight'],
  [jobs(states.running(0.62)), 'Now 437.7 KB', '62% · Pagelight'],
  [jobs(saves(500)), 'Now 437.7 KB', 'Now 437.7 KB · Pagelight'],
])('the title of the tab follows', (given, outcome, title) => {
  expect(pageTitle(given, outcome)).toBe(title);
});

describe('what a screen reader hears', () => {
  test('the start', () => {
    expect(announcement([], jobs(states.waiting, states.waiting))).toBe('Compressing 2 files.');
  });

  test('quarters, and nothing between them', () => {
    expect(announcement(jobs(states.running(0.24)), jobs(states.running(0.26)))).toBe('25% done.');
    expect(announcement(jobs(states.running(0.26)), jobs(states.running(0.49)))).toBeNull();
    expect(announcement(jobs(states.running(0.4)), jobs(states.running(0.8)))).toBe('75% done.');
  });

  test('each finished file of a few', () => {
    const before = jobs(states.running(0.9), states.running(0.1));
    expect(announcement(before, jobs(saves(400), states.running(0.1)))).toBe('file 1.pdf: 40% smaller.');
    expect(announcement(before, jobs(states.locked, states.running(0.1)))).toBe(
      'file 1.pdf needs its password.',
    );
  });

  test('not each of many', () => {
    const many = Array.from({ length: 11 }, () => states.waiting);
    expect(announcement(jobs(...many), jobs(saves(1), ...many.slice(1)))).toBeNull();
  });
});

describe('what was refused', () => {
  test.each([
    [{ names: ['photo.heic'], inFolders: [] }, 'photo.heic is not a PDF. Nothing was changed.'],
    [{ names: ['a.txt', 'b.txt'], inFolders: [] }, 'Skipped because they are not PDFs: a.txt and b.txt.'],
    [
      { names: ['1', '2', '3', '4', '5', '6', '7'], inFolders: [] },
      'Skipped because they are not PDFs: 1, 2, 3, 4, 5 and 2 more.',
    ],
    [{ names: [], inFolders: ['a.txt'] }, 'Skipped 1 other file in folders: a.txt.'],
    [
      { names: [], inFolders: ['1', '2', '3', '4', '5', '6', '7'] },
      'Skipped 7 other files in folders: 1, 2, 3, 4, 5 and 2 more.',
    ],
  ])('%o', (refused, line) => {
    expect(refusedLine(refused, true)).toBe(line);
  });

  test('a folder without any PDF', () => {
    expect(refusedLine({ names: [], inFolders: ['a.txt', 'b.txt'] }, false)).toBe(
      'No PDFs in that folder. Skipped 2 other files: a.txt and b.txt.',
    );
  });
});

test('images are counted in words, other phases are only named', () => {
  expect(phaseText({ phase: 'images', fraction: 0.5, done: 12, total: 40 })).toBe('Images 12 of 40');
  expect(phaseText({ phase: 'images', fraction: 0.2 })).toBe('Images');
  expect(phaseText({ phase: 'structure', fraction: 0.1, done: 1, total: 9000 })).toBe('Optimizing structure');
});
