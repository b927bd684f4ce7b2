import { expect, test } from 'vitest';
import { globMatcher } from './glob.ts';

test.each([
  ['*.pdf', 'a.pdf', true],
  ['*.pdf', 'deep/er/a.pdf', true],
  ['*.pdf', 'a.pdf.bak', false],
  ['2023/*.pdf', '2023/a.pdf', true],
  ['2023/*.pdf', '2023/05/a.pdf', false],
  ['2023/*.pdf', 'old/2023/a.pdf', false],
  ['2023/**', '2023/05/a.pdf', true],
  ['**/drafts/*.pdf', 'drafts/a.pdf', true],
  ['**/drafts/*.pdf', 'x/y/drafts/a.pdf', true],
  ['/a.pdf', 'a.pdf', true],
  ['/a.pdf', 'b/a.pdf', false],
  ['node_modules/', 'x/node_modules', true],
  ['scan-?.pdf', 'scan-1.pdf', true],
  ['scan-?.pdf', 'scan-12.pdf', false],
  ['scan-[0-3].pdf', 'scan-2.pdf', true],
  ['scan-[!0-3].pdf', 'scan-2.pdf', false],
  ['{a,b*}.pdf', 'bc.pdf', true],
  ['{a,b*}.pdf', 'c.pdf', false],
  ['(x)+.pdf', '(x)+.pdf', true],
  ['[.pdf', '[.pdf', true],
  ['*.pdf', 'two\nlines.pdf', true],
])('%s and %s: %s', (glob, path, isMeant) => {
  expect(globMatcher([glob])(path)).toBe(isMeant);
});
