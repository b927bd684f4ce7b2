import { expect, test } from 'vitest';
import type { FontOutcome, FontReport } from '../../../shared/index.ts';
import { reportOf } from '../../testing/jobs.ts';
import { fontDoneText, fontTypeText } from '../../text/fonts.ts';
import { fontRows } from './font-rows.ts';

function font(object: number, bytes: number, outcome: FontOutcome): FontReport {
  return { object, name: 'Boxes', format: 'Type1', size: bytes, outcome };
}

const kept = font(4, 500, { kind: 'kept', reason: 'form-field-font' });
const large = font(5, 900, { kind: 'kept', reason: 'already-small' });
const subset = font(6, 800, {
  kind: 'replaced',
  format: 'Type1C',
  size: 100,
  steps: ['type1-to-cff', 'subset'],
});
const whole = font(7, 800, {
  kind: 'replaced',
  format: 'Type1',
  size: 700,
  steps: ['tables-dropped'],
  allGlyphs: 'ambiguous-text',
});
const report = reportOf({ fonts: [kept, large, subset, whole] });

test('what saved most comes first, then what is largest', () => {
  expect(
    fontRows(report).map(({ report: { object }, bytesBefore, bytesAfter }) => [
      object,
      bytesBefore,
      bytesAfter,
    ]),
  ).toEqual([
    [6, 800, 100],
    [7, 800, 700],
    [5, 900, 900],
    [4, 500, 500],
  ]);
});

test('in a file that came back as it was, no font is smaller', () => {
  const rows = fontRows({ ...report, unchanged: true });
  expect(rows.every(({ bytesBefore, bytesAfter }) => bytesBefore === bytesAfter)).toBe(true);
});

test('each font in words', () => {
  expect([kept, large, subset, whole].map((one) => fontDoneText(one, false))).toEqual([
    'Unchanged: form fields may need any letter.',
    'Unchanged: already small enough.',
    'Type 1 converted to CFF, subset to the letters used.',
    'Unused tables removed. All its letters are kept: apps read its text differently.',
  ]);
  expect(fontDoneText(subset, true)).toBe('The whole file was kept as it was.');
  expect([kept, subset].map((one) => fontTypeText(one, false))).toEqual(['Type 1', 'CFF, was Type 1']);
  expect(fontTypeText(subset, true)).toBe('Type 1');
});
