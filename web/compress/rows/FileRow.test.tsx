import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jobOf, resultOf, states } from '../../testing/jobs.ts';
import { buttonsIn, textOf } from '../../testing/render.tsx';
import { renderRow } from '../../testing/row.tsx';
import type { JobProblem } from '../../worker/problem.ts';

const NAME = 'file 1.pdf';

test.each<[string, JobProblem, string, string, readonly string[]]>([
  ['is empty', { code: 'not_a_pdf', reason: 'empty' }, 'Empty file', 'This file is empty.', ['Remove']],
  [
    'is no PDF',
    { code: 'not_a_pdf', reason: 'no-header' },
    'Not a PDF',
    'even if its name says so.',
    ['Remove'],
  ],
  [
    'is cut off',
    { code: 'damaged_pdf', reason: 'no-xref' },
    'Damaged',
    'index (xref) is missing',
    ['Remove'],
  ],
  [
    'has no pages',
    { code: 'damaged_pdf', reason: 'no-pages' },
    'No pages',
    'has no pages. Your original',
    ['Remove'],
  ],
  [
    'is locked',
    { code: 'encrypted_pdf', reason: 'password-needed' },
    'Locked',
    'Needs its password. The smaller copy will keep the same password.',
    ['Unlock', 'Skip'],
  ],
  [
    'does not fit in memory',
    { code: 'does_not_fit', needs: 61_000_000, has: 40_000_000 },
    'Needs more memory',
    'This needs about 61.0\u00a0MB, and a tab can use about 40.0\u00a0MB here.',
    ['Try anyway', 'Remove'],
  ],
  [
    'ran out of memory',
    { code: 'out_of_memory' },
    'Out of memory',
    'one image at a time',
    ['Try low-memory mode', 'Try again', 'Remove'],
  ],
  [
    'lost its worker',
    { code: 'worker_died' },
    'Stopped',
    'stopped working',
    ['Try low-memory mode', 'Try again', 'Remove'],
  ],
  [
    'found no engine',
    { code: 'engine_not_loaded' },
    'Not loaded',
    'The compressor didn’t load.',
    ['Try again', 'Remove'],
  ],
  [
    'met a bug',
    { code: 'crashed', report: 'a report' },
    'Error',
    'no file names or contents',
    ['Try again', 'Copy report', 'Remove'],
  ],
  [
    'was moved',
    { code: 'unreadable_file' },
    'Can’t be read',
    'moved, renamed or changed',
    ['Try again', 'Remove'],
  ],
])('a file that %s says why, and offers what can be done', (_, problem, badge, line, actions) => {
  const { row } = renderRow(jobOf(1, { kind: 'failed', problem, kept: null }));
  expect(textOf(row)).toContain(badge);
  expect(textOf(row)).toContain(line);
  const names = actions.map((action) => (action === 'Copy report' ? action : `${action} ${NAME}`));
  expect(buttonsIn(row)).toEqual(names);
});

test.each<[string, JobProblem, string, string]>([
  ['removed', { code: 'not_a_pdf', reason: 'empty' }, 'Remove', 'remove'],
  ['tried again', { code: 'worker_died' }, 'Try again', 'retry'],
  ['tried with less memory', { code: 'worker_died' }, 'Try low-memory mode', 'saveMemory'],
  ['tried anyway', { code: 'does_not_fit', needs: 2, has: 1 }, 'Try anyway', 'retry'],
])('a failed file is %s by its button', async (_, problem, button, action) => {
  const { user, calls } = renderRow(jobOf(1, { kind: 'failed', problem, kept: null }));
  await user.click(screen.getByRole('button', { name: `${button} ${NAME}` }));
  expect(calls).toEqual([[action, 1]]);
});

test('low-memory mode is not offered once it was tried', () => {
  const problem: JobProblem = { code: 'out_of_memory' };
  const { row } = renderRow(jobOf(1, { kind: 'failed', problem, kept: null }, { savesMemory: true }));
  expect(buttonsIn(row)).toEqual([`Try again ${NAME}`, `Remove ${NAME}`]);
});

test('a failed run leaves the earlier result to save, and says so', async () => {
  const state = { kind: 'failed', problem: { code: 'worker_died' }, kept: resultOf() } as const;
  const { row, user, calls } = renderRow(jobOf(1, state));
  expect(textOf(row)).toContain('The earlier result is still here.');
  await user.click(screen.getByRole('button', { name: new RegExp(`^Download ${NAME}, `) }));
  expect(calls).toEqual([['save', 1]]);
});

test('a running file shows its phase and share, and can be cancelled', async () => {
  const { row, user, calls, show } = renderRow(jobOf(1, states.waiting));
  expect(textOf(row)).toContain('Waiting');
  show(jobOf(1, states.running(0.42), { savesMemory: true }));
  const bar = screen.getByRole('progressbar', { name: NAME });
  expect(bar.getAttribute('aria-valuenow')).toBe('42');
  expect(bar.getAttribute('aria-valuetext')).toBe('Images');
  expect(textOf(row)).toContain('Images · Low-memory mode');
  await user.click(screen.getByRole('button', { name: `Cancel ${NAME}` }));
  expect(calls).toEqual([['cancel', 1]]);
});

test('a cancelled file says that nothing was changed, and has nothing to save', () => {
  const { row } = renderRow(jobOf(1, states.cancelled));
  expect(textOf(row)).toContain('Cancelled. Nothing was changed.');
  expect(buttonsIn(row)).toEqual([`Try again ${NAME}`, `Remove ${NAME}`]);
});
