import { expect, test } from 'vitest';
import { createTranslator, isForms } from './translator.ts';

const words = {
  plain: 'Files',
  places: '{1} of {0}',
  forms: { one: '{0} file in {1}', other: '{0} files in {1}' },
  list: [['a', 'Next']],
  parts: { images: 'Images', other: 'Other' },
} as const;

test('texts stay texts, sentences take their values, forms take the number first', () => {
  const spoken = createTranslator<typeof words>(words, 'en');
  expect(spoken.plain).toBe('Files');
  expect(spoken.places(1200, 'some')).toBe('some of 1,200');
  expect([spoken.forms(1, 'a'), spoken.forms(1200, 'b')]).toEqual(['1 file in a', '1,200 files in b']);
  expect(spoken.list).toEqual([['a', 'Next']]);
  expect(spoken.parts.other).toBe('Other');
});

test('a number takes the form that its language has for it', () => {
  const polish = { one: '{0} plik', few: '{0} pliki', many: '{0} plików', other: '{0} pliku' };
  const spoken = createTranslator<{ files: { one: string; other: string } }>({ files: polish }, 'pl');
  expect([1, 3, 5, 22, 25].map((count) => spoken.files(count))).toEqual([
    '1 plik',
    '3 pliki',
    '5 plików',
    '22 pliki',
    '25 plików',
  ]);
});

test('only what has nothing but forms is a sentence with forms', () => {
  expect([isForms({ one: 'a', other: 'b' }), isForms({ other: 'b' })]).toEqual([true, true]);
  expect([isForms({ images: 'a', other: 'b' }), isForms({ one: 'a' }), isForms('a')]).toEqual([
    false,
    false,
    false,
  ]);
});
