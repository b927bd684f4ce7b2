import { expect, test } from 'vitest';
import { ownSpreadProblems, spreadProblems } from './spread-arguments.mjs';

test('no list of any length is spread as arguments', () => {
  expect(ownSpreadProblems()).toEqual([]);
});

test.each([
  'list.push(...others);',
  'Math.max(0, ...sizes);',
  'String.fromCharCode(...bytes);',
  'a?.b.concat(...lists);',
])('refuses %s', (source) => {
  expect(spreadProblems('shared/verify/some.ts', source)).toHaveLength(1);
});

test.each(['[...list, ...others];', 'compress(...given);', '({ ...options });', 'list.push(one, two);'])(
  'lets pass %s',
  (source) => {
    expect(spreadProblems('shared/verify/some.ts', source)).toEqual([]);
  },
);
