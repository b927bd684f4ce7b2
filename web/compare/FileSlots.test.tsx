import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pdfFile } from '../testing/jobs.ts';
import { renderPart, textOf } from '../testing/render.tsx';
import { FileSlots } from './FileSlots.tsx';

function slots(pair: object) {
  const told: unknown[] = [];
  const given = { before: null, after: null, receipt: null, ...pair };
  return {
    ...renderPart(<FileSlots pair={given as never} verification={null} tell={(event) => told.push(event)} />),
    told,
  };
}

test('each empty sheet takes its own file', async () => {
  const { user, told } = slots({});
  const [a, b] = [pdfFile('a.pdf'), pdfFile('b.pdf')];
  await user.upload(screen.getByLabelText('Choose the PDF before'), a);
  await user.upload(screen.getByLabelText('Choose the PDF after'), b);
  expect(told).toEqual([
    { type: 'files-given', files: [a], side: 'before' },
    { type: 'files-given', files: [b], side: 'after' },
  ]);
  expect(screen.queryByRole('button', { name: 'Swap' })).toBeNull();
});

test('both files are named, can be swapped and be chosen anew', async () => {
  const { user, told } = slots({ before: pdfFile('a.pdf'), after: pdfFile('b.pdf', 500) });
  expect(textOf(screen.getByRole('region', { name: 'Before' }))).toContain('a.pdf');
  expect(textOf(screen.getByRole('region', { name: 'After' }))).toContain('b.pdf500\u00a0bytes');
  await user.click(screen.getByRole('button', { name: 'Swap' }));
  const c = pdfFile('c.pdf');
  await user.upload(screen.getByLabelText('Choose another after'), c);
  expect(told).toEqual([{ type: 'swapped' }, { type: 'files-given', files: [c], side: 'after' }]);
});
