import { expect, test } from 'vitest';
import { againDoneText, changedTitle, stayingText } from '../changed.ts';
import { fitHeadline, overText } from './fit.ts';
import { reasonText } from './outcomes.ts';

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

test.each([
  [{ limit: 2_000_000, counted: 42, over: 6 }, '36 fit, 6 do not'],
  [{ limit: 2_000_000, counted: 42, over: 0 }, '42 of 42 fit under 2 MB'],
  [{ limit: 500_000, counted: 3, over: 3 }, 'None fits under 500 KB'],
  [{ limit: 500_000, counted: 3, over: 2 }, '1 fits, 2 do not'],
  [{ limit: 500_000, counted: 1, over: 0 }, 'It fits under 500 KB'],
  [{ limit: 500_000, counted: 1, over: 1 }, 'Still over 500 KB'],
  [{ limit: null, counted: 4, over: 1 }, '3 fit, 1 does not'],
  [{ limit: null, counted: 4, over: 4 }, 'None fits its limit'],
  [{ limit: null, counted: 4, over: 0 }, '4 of 4 fit within their limits'],
])('%o: %s', (fit, headline) => {
  const { lit, text } = fitHeadline(fit);
  expect(plain(lit + text)).toBe(headline);
});

test('those over the limit are counted, where there are any', () => {
  expect([0, 1, 6].map((over) => overText(over))).toEqual([null, '1 is over', '6 are over']);
});

test.each<[Parameters<typeof reasonText>[0], string]>([
  [{ kind: 'signed' }, 'signed'],
  [
    { kind: 'attachments', count: 3, bytes: 3_400_000, rest: 380_200 },
    'The 3 attachments take 3.4 MB; everything else is only 380.2 KB.',
  ],
  [{ kind: 'attachments', count: 1, bytes: 3_400_000, rest: 2000 }, 'The attachment takes 3.4 MB;'],
  [
    { kind: 'images', count: 44, bytes: 2_500_000, floorDpi: 110 },
    '44 images take 2.5 MB, too much even at 110 dpi.',
  ],
  [{ kind: 'fonts', bytes: 2_600_000 }, 'Its fonts take 2.6 MB'],
  [{ kind: 'text', pages: 619 }, '619 pages of text'],
  [{ kind: 'unknown' }, 'can’t be made small enough'],
])('%o says what is true of it', (reason, part) => {
  expect(plain(reasonText(reason))).toContain(part);
});

test('only a file with images speaks of their sharpness as what is too much', () => {
  expect(reasonText({ kind: 'text', pages: 2 })).not.toContain('dpi');
  expect(reasonText({ kind: 'fonts', bytes: 1 })).not.toContain('dpi');
});

test('the bar says how many files are compressed again, and why others are not', () => {
  expect(changedTitle(6)).toBe('Settings changed: compress 6 files again');
  expect(stayingText(36, true)).toBe('36 other files won’t change or already fit.');
  expect(stayingText(1, false)).toBe('1 other file won’t change.');
  expect(stayingText(0, true)).toBeNull();
});

test.each([
  [3, 5000, 'Done. 3 more fit.'],
  [1, 5000, 'Done. 1 more fits.'],
  [0, 5000, 'Done. 5.0 KB smaller than before.'],
  [null, -5000, 'Done. 5.0 KB larger than before.'],
  [null, 0, 'Done. No file got smaller.'],
])('at the end: %s more fit, %d bytes saved: %s', (fitMore, saved, text) => {
  expect(plain(againDoneText(fitMore, saved))).toBe(text);
});
