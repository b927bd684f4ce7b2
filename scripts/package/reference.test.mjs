import { expect, test } from 'vitest';
import { keptReference, referenceText } from './reference.mjs';

test('the reference of the library is what its comments say (npm run generate)', () => {
  const text = referenceText();
  expect(keptReference()).toBe(text);
  for (const name of [
    'compress',
    'inspect',
    'verify',
    'createEngine',
    'OptionError',
    'PagelightDrop',
    'issueReceipt',
  ])
    expect(text).toMatch(new RegExp(`### ${name}\\n[^#]*\`\`\`js\\n`));
});
