import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('the same values have one form, whatever the order of keys', () => {
  const value = { b: [1, null, { d: 'x"', c: true }], a: 1e21, '\u20ac': 0.1, A: undefined };
  expect(canonicalJson(value)).toBe('{"a":1e+21,"b":[1,null,{"c":true,"d":"x\\""}],"\u20ac":0.1}');
  const turned = JSON.parse(
    '{ "\u20ac": 0.10, "a": 1000000000000000000000, "b": [1, null, {"c": true, "d": "x\\u0022"}] }',
  );
  expect(canonicalJson(turned)).toBe(canonicalJson(value));
});
