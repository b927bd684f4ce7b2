import { describe, expect, test } from 'vitest';
import { createFormat, cutMiddle, dpiOnA4 } from './format.ts';

const en = createFormat('en');

describe('bytes', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [812, '812 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 KB'],
    [84_249, '84.2 KB'],
    [999_949, '999.9 KB'],
    [999_950, '1.0 MB'],
    [3_000_000, '3.0 MB'],
    [999_950_000, '1.0 GB'],
    [2_600_000_000, '2.6 GB'],
  ])('%d is written "%s"', (bytes, text) => {
    expect(en.bytes(bytes)).toBe(text.replace(' ', '\u00a0'));
  });

  test('follows the locale', () => {
    expect(createFormat('de').bytes(48_600_000)).toBe('48,6\u00a0MB');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('%d is unknown', (bytes) => {
    expect(en.bytes(bytes)).toBe('–');
  });
});

describe('saving', () => {
  test.each([
    [48_600_000, 11_200_000, '−77%'],
    [1000, 1000, '0%'],
    [1000, 1200, '0%'],
    [1000, 991, 'under 1%'],
    [1000, 990, '−1%'],
    [1_000_000, 1, '−99%'],
    [0, 0, '–'],
    [1000, Number.NaN, '–'],
  ])('%d to %d bytes is "%s"', (before, after, text) => {
    expect(en.saving(before, after)).toBe(text);
  });

  test('has no sign inside a sentence', () => {
    expect(en.savedShare(1000, 250)).toBe('75%');
  });
});

test('counts are grouped and never undefined', () => {
  expect(en.count(18_204)).toBe('18,204');
  expect(en.count(Number.NaN)).toBe('–');
});

test.each([
  ['de', '−77\u00a0%', '75\u00a0%', '62\u00a0%'],
  ['tr', '−%77', '%75', '%62'],
  ['ja', '−77%', '75%', '62%'],
])('percent is written as in %s', (locale, saving, share, progress) => {
  const format = createFormat(locale);
  expect(format.saving(48_600_000, 11_200_000)).toBe(saving);
  expect(format.savedShare(1000, 250)).toBe(share);
  expect(format.progress(0.627)).toBe(progress);
});

test('progress says 100% only at the end', () => {
  expect(en.progress(0.999)).toBe('99%');
  expect(en.progress(1)).toBe('100%');
  expect(en.progress(-1)).toBe('0%');
  expect(en.progress(Number.NaN)).toBe('–');
});

test.each([
  [1200, 103],
  [1754, 150],
  [2480, 212],
])('%d pixels along A4 are %d dpi', (pixels, dpi) => {
  expect(dpiOnA4(pixels)).toBe(dpi);
});

describe('cutMiddle', () => {
  test('leaves a short name alone', () => {
    expect(cutMiddle('report.pdf', 20)).toBe('report.pdf');
  });

  test('keeps the start and the extension', () => {
    const cut = cutMiddle('a-very-long-name-of-a-report-2026.pdf', 20);
    expect(cut).toBe('a-very-long-…026.pdf');
    expect(cut).toHaveLength(20);
  });
});

describe('times and limits', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');

  test.each([
    [400, '0.4 seconds'],
    [1000, '1.0 second'],
    [12_300, '12 seconds'],
    [180_000, '3 minutes'],
    [Number.NaN, '–'],
  ])('%d ms took %s', (ms, text) => {
    expect(plain(createFormat('en').duration(ms))).toBe(text);
  });

  test.each([
    [900, 'less than 5 seconds'],
    [21_400, 'about 20 seconds'],
    [58_000, 'about 60 seconds'],
    [170_000, 'about 3 minutes'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d ms left is %s', (ms, text) => {
    expect(plain(createFormat('en').timeLeft(ms))).toBe(text);
  });

  test.each([
    [100_000, '100 KB'],
    [1_500_000, '1.5 MB'],
    [25_000_000, '25 MB'],
  ])('a limit of %d is written %s', (bytes, text) => {
    expect(plain(createFormat('en').limit(bytes))).toBe(text);
  });
});

test('units are those of the language, and 1000 bytes are written in capitals', () => {
  const sizes = (locale: string) => [1500, 2_500_000].map((bytes) => createFormat(locale).bytes(bytes));
  expect(sizes('en')).toEqual(['1.5\u00a0KB', '2.5\u00a0MB']);
  expect(sizes('fr')).toEqual(['1,5\u00a0ko', '2,5\u00a0Mo']);
  expect(sizes('uk')).toEqual(['1,5\u00a0кБ', '2,5\u00a0МБ']);
});
