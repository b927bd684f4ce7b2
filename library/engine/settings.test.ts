import { expect, test } from 'vitest';
import { requireCall } from './call-arguments.ts';
import { OptionError, wholeOptions } from './settings.ts';

test.each([
  ['targetSize', '200KB', 200_000],
  ['targetSize', '1.5 MB', 1_500_000],
  ['targetSize', 300_000, 300_000],
  ['splitSize', '2MiB', 2_097_152],
  ['splitSize', undefined, 0],
])('a size may be a text: %s %s is %d bytes', (name, given, bytes) => {
  expect(wholeOptions({ [name]: given })).toMatchObject({ [name]: bytes });
});

test.each([
  [{ targetSize: 'small' }, 'targetSize must be a number of bytes such as 500000, 200KB or 2MB'],
  [{ targetSize: '3GB' }, 'at most 2GB, or 0 for none, not "3GB"'],
  [{ quality: '60' }, 'quality must be an integer from 1 to 100, not "60"'],
  [{ qualty: 60 }, 'qualty must be one of quality, maxDimension'],
])('%j is refused with what is right', (settings, sentence) => {
  const refused = () => wholeOptions(settings as Parameters<typeof wholeOptions>[0]);
  expect(refused).toThrow(OptionError);
  expect(refused).toThrow(sentence);
});

test('an unknown setting of a call is refused, not dropped', () => {
  expect(() => requireCall({ abortSignal: new AbortController().signal })).toThrow(
    'abortSignal is no setting of a call, only signal, password, onProgress, receipt, imageOverrides',
  );
  expect(() => requireCall({ signal: undefined, password: 'x' })).not.toThrow();
});
