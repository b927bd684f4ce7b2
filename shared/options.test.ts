import { expect, test } from 'vitest';
import {
  DEFAULT_OPTIONS,
  integerRange,
  OPTION_NAMES,
  OPTION_SPECS,
  type OptionSpec,
  parseOptionTexts,
} from './options.ts';
import { compressOptionsSchema } from './options-schema.ts';

/** Valid and invalid values. */
function valuesFor(fact: OptionSpec): readonly (boolean | number | string)[] {
  switch (fact.kind) {
    case 'boolean':
      return [true, false];
    case 'choice':
      return [...fact.words, 'other', ''];
    case 'integer':
      return [fact.min, fact.max, fact.min - 1, fact.max + 1];
  }
}

test('texts and the schema agree on every name, default and bound', () => {
  expect(compressOptionsSchema.parse({})).toEqual(DEFAULT_OPTIONS);
  for (const name of OPTION_NAMES) {
    const fact: OptionSpec = OPTION_SPECS[name];
    for (const value of valuesFor(fact)) {
      const parsed = parseOptionTexts(new Map([[name, String(value)]]));
      expect(parsed.ok, `${name}=${value}`).toBe(compressOptionsSchema.safeParse({ [name]: value }).success);
    }
  }
});

test.each(['', ' ', '7.5', '1e2', '0x10', '75 ', 'true', '9'.repeat(20)])(
  'a number written as "%s" is refused by name',
  (text) => {
    const parsed = parseOptionTexts(new Map([['quality', text]]));
    expect(parsed).toEqual({
      ok: false,
      issues: [{ field: 'quality', value: text, expected: 'an integer from 1 to 100' }],
    });
  },
);

test('a mistyped name is refused beside a wrong value, all at once', () => {
  const parsed = parseOptionTexts(
    new Map([
      ['qualty', '75'],
      ['stripMetadata', 'yes'],
    ]),
  );
  expect(parsed.ok ? [] : parsed.issues.map(({ field }) => field)).toEqual(['qualty', 'stripMetadata']);
});

test.each([
  ['0', 0],
  ['500000', 500_000],
  ['200KB', 200_000],
  ['500k', 500_000],
  ['2M', 2_000_000],
  ['2,5MB', 2_500_000],
  ['2MB', 2_000_000],
  ['1.5 mb', 1_500_000],
  ['1.1MB', 1_100_000],
  ['64KiB', 65_536],
  ['2MiB', 2_097_152],
])('a size of %s is %d bytes', (text, bytes) => {
  const parsed = parseOptionTexts(new Map([['targetSize', text]]));
  expect(parsed.ok && parsed.options.targetSize).toBe(bytes);
});

test.each(['', 'KB', '2 M B', '2,5', '1,000,000', '-2MB', '1e3KB', '3GB', '1.MB', '0.5'])(
  'a size of "%s" is none',
  (text) => {
    const parsed = parseOptionTexts(new Map([['targetSize', text]]));
    expect(parsed.ok).toBe(false);
    expect(parsed.ok || parsed.issues[0]!.expected).toContain('200KB');
  },
);

test('only numbers have a range', () => {
  expect(integerRange('quality')).toEqual({ min: 1, max: 100 });
  expect(() => integerRange('stripMetadata')).toThrow('stripMetadata is not a number');
});
