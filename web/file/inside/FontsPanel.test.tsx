import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FontReport } from '../../../shared/index.ts';
import { reportOf } from '../../testing/jobs.ts';
import { renderPart, textOf } from '../../testing/render.tsx';
import { FontsPanel } from './FontsPanel.tsx';

const times: FontReport = {
  object: 1,
  name: 'TimesNewRomanPSMT',
  format: 'TrueType',
  size: 644_300,
  outcome: { kind: 'replaced', format: 'TrueType', size: 20_000, steps: ['subset'] },
};
const kept: FontReport = {
  ...times,
  object: 2,
  name: '',
  size: 900,
  outcome: { kind: 'kept', reason: 'damaged-font' },
};

const rows = () => screen.getAllByRole('row').slice(1).map(textOf);

test('each font says what was done to it, with both sizes, the largest saving first', () => {
  renderPart(<FontsPanel report={reportOf({ fonts: [kept, times] })} />);
  expect(screen.getByRole('heading', { name: 'Fonts 2' })).toBeDefined();
  const [first, second] = rows();
  expect(first).toMatch(/^TimesNewRomanPSMTTrueType/);
  expect(first).toContain('Subset to the letters used');
  expect(first).toContain('644.3\u00a0KB → 20.0\u00a0KB');
  expect(second).toMatch(/^Unnamed/);
  expect(second).toContain('900\u00a0bytes → 900\u00a0bytes');
});

test('what all fonts share is said once', () => {
  renderPart(<FontsPanel report={reportOf({ fonts: [times, { ...times, object: 3 }] })} />);
  expect(screen.getByText(/^All fonts: Subset/)).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'What was done' })).toBeNull();
});

test('in a file that stayed as it is every font is kept', () => {
  renderPart(<FontsPanel report={reportOf({ fonts: [times], unchanged: true })} />);
  expect(rows()[0]).toContain('644.3\u00a0KB → 644.3\u00a0KB');
});

test('a file without fonts has no panel', () => {
  renderPart(<FontsPanel report={reportOf()} />);
  expect(screen.queryByRole('region')).toBeNull();
});
