import { expect, test } from 'vitest';
import { iJsonFault } from './i-json.ts';

test.each([
  ['{"a": 1, "a": 2}', 'a occurs twice'],
  ['{"d": {"signed": true, "x": [], "signed": false}}', 'd.signed occurs twice'],
  ['{"u": 1, "\\u0075": 2}', 'u occurs twice'],
  ['{"c": [{"n": 1}, {"n": 1, "m": {}, "n": 2}]}', 'c[1].n occurs twice'],
  ['{"__proto__": 1, "__proto__": 2}', '__proto__ occurs twice'],
  ['[["\\ud800"]]', '[0][0] has half a character'],
  ['{"\\udc00": 1}', '\udc00 has half a character'],
  ['{"a": 1e400}', 'a is no exact number'],
  ['{"a": [0, 9007199254740993]}', 'a[1] is no exact number'],
  ['{"a": 60.0000000000000000001}', 'a is no exact number'],
  ['{"a": 1} x', 'it is no JSON'],
  [`${'['.repeat(200_000)}`, 'it is no JSON'],
  // Signing it would take more of the stack than there is.
  [`{"x": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'it is nested too deep'],
])('refuses what readers may read differently: case %#', (text, fault) => {
  expect(iJsonFault(text)).toBe(fault);
});

test.each([
  '{"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": "{\\"a\\": 1, \\"a\\": 2}"}]}',
  ' {"n": -0, "m": 0.1, "k": 1.5e-7, "s": "\\ud83d\\ude00 \\\\", "t": true, "z": null}\r\n',
  `${'['.repeat(64)}${']'.repeat(64)}`,
  `{"a":${' '.repeat(1_000_000)}"${'\\n'.repeat(500_000)}"}`,
])('takes what all read alike', (text) => {
  expect(iJsonFault(text)).toBeNull();
});
