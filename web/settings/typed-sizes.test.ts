import { expect, test } from 'vitest';
import { typedLimit, typedSide, withoutLowerCap } from './typed-sizes.ts';

test.each([
  ['20', 20_000_000],
  ['20 MB', 20_000_000],
  ['2mb', 2_000_000],
  [' 300 kb ', 300_000],
  ['1,5 MB', 1_500_000],
  ['1.5', 1_500_000],
  ['0.5', 500_000],
  ['700K', 700_000],
  ['1 GB', 1_000_000_000],
  ['5 KB', 5000],
  ['0.2 kb', 200],
  ['9 gb', 9_000_000_000],
  ['20 Mo', 20_000_000],
  ['300 кБ', 300_000],
])('"%s" is a limit of %d bytes', (text, bytes) => {
  expect(typedLimit(text)).toBe(bytes);
});

test.each(['', 'no', '0', '-3', '2 TB', '1,2,3', '5 MB or so'])('"%s" is no limit', (text) => {
  expect(typedLimit(text)).toBeNull();
});

test.each([
  ['150', 1754],
  ['150 dpi', 1754],
  ['1200 px', 1200],
  ['1200', 1200],
  ['1,200 px', 1200],
  ['300px', 300],
  ['500 dpi', 5845],
])('"%s" is a side of %d pixels', (text, pixels) => {
  expect(typedSide(text)).toBe(pixels);
});

test.each(['', 'large', '1.5 px', '-200'])('"%s" is no side', (text) => {
  expect(typedSide(text)).toBeNull();
});

test('a size of more than the resolution limit on A4 lifts that limit', () => {
  expect(withoutLowerCap({ maxDimension: 1200, maxDpi: 225 }).maxDpi).toBe(225);
  expect(withoutLowerCap({ maxDimension: 4000, maxDpi: 225 }).maxDpi).toBe(0);
  expect(withoutLowerCap({ maxDimension: 4000, maxDpi: 0 }).maxDpi).toBe(0);
});
