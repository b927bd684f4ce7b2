import { expect, test } from 'vitest';
import { ratioText } from './compress-response.ts';

test.each([
  [100, 100, '1'],
  [65, 100, '0.65'],
  [1, 3, '0.333333'],
  [200_000_000 - 1, 200_000_000, '0.999999'],
  [300, 2_000_000_000, '0.000001'],
  [100, 1000, '0.1'],
])('%i of %i bytes are a ratio of %s', (outputBytes, inputBytes, text) => {
  expect(ratioText(outputBytes, inputBytes)).toBe(text);
});
