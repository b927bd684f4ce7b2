import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { type LineScale, lineScale, WeightLine } from './WeightLine.tsx';

test.each<[string, LineScale, number, number, string, string, string]>([
  [
    'on a shared scale',
    { kind: 'shared', bytes: 2000 },
    1000,
    250,
    '1.0\u00a0KB before, 250\u00a0bytes after',
    '50.00%',
    '25.00%',
  ],
  [
    'on its own scale',
    { kind: 'own' },
    1000,
    250,
    '1.0\u00a0KB before, 250\u00a0bytes after',
    '100.00%',
    '25.00%',
  ],
  ['unchanged', { kind: 'own' }, 1000, 1000, '1.0\u00a0KB, unchanged', '100.00%', '100.00%'],
  [
    'under a limit',
    { kind: 'limit', limit: 500 },
    1000,
    400,
    '1.0\u00a0KB before, 400\u00a0bytes after, under 0.5\u00a0KB',
    '50.00%',
    '40.00%',
  ],
  [
    'over a limit, cut off',
    { kind: 'limit', limit: 100 },
    1000,
    900,
    '1.0\u00a0KB before, 900\u00a0bytes after, over 0.1\u00a0KB',
    '100.00%',
    '100.00%',
  ],
])('a line %s says its sizes and has their lengths', (_, scale, before, after, label, width, left) => {
  renderPart(<WeightLine before={before} after={after} scale={scale} />);
  const line = screen.getByRole('img', { name: label });
  expect(line.style.getPropertyValue('--width')).toBe(width);
  expect(line.style.getPropertyValue('--left')).toBe(left);
});

test.each<[readonly number[], number | null, LineScale]>([
  [[1000, 500], null, { kind: 'shared', bytes: 1000 }],
  [[10_000, 500], null, { kind: 'own' }],
  [[10_000, 500], 700, { kind: 'limit', limit: 700 }],
  [[], null, { kind: 'shared', bytes: 1 }],
])('the scale of files of %j with the limit %s', (sizes, limit, scale) => {
  expect(lineScale(sizes, limit)).toEqual(scale);
});
