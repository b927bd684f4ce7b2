import { expect, test } from 'vitest';
import { paintTrace } from './paint-trace.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const trace = (content: string, form = '', start: 'inherits' | 'initial' = 'inherits') =>
  paintTrace(bytes(content), new Map([['Fm', bytes(form)]]), start);

test('content and content with a form paint the same where it sets what it finds', () => {
  const wanted = trace('1 0 0 rg q 1 0 0 1 9 9 cm 0 0 9 9 re f Q 5 5 m 9 9 l S');
  for (const start of ['inherits', 'initial'] as const)
    expect(trace('1 0 0 rg /Fm Do 5 5 m 9 9 l S', '1 0 0 rg q 1 0 0 1 9 9 cm 0 0 9 9 re f Q', start)).toEqual(
      wanted,
    );
});

test.each([
  [
    'a state that only some readers give to a form',
    '1 0 0 rg /Fm Do',
    '0 0 9 9 re f',
    '1 0 0 rg 0 0 9 9 re f',
  ],
])('sees %s', (_, content, form, wanted) => {
  expect(trace(content, form)).toEqual(trace(wanted));
  expect(trace(content, form, 'initial')).not.toEqual(trace(wanted));
});

test.each([
  [
    'a state that ends with the form',
    '/Fm Do 5 5 m 9 9 l S',
    '3 w 0 0 9 9 re S',
    '3 w 0 0 9 9 re S 5 5 m 9 9 l S',
  ],
  [
    'a clip that ends with the form',
    '/Fm Do 5 5 m 9 9 l S',
    '0 0 9 9 re W n',
    '0 0 9 9 re W n 5 5 m 9 9 l S',
  ],
  [
    'a matrix that ends with the form',
    '/Fm Do 0 0 5 5 re f',
    '2 0 0 2 0 0 cm',
    '2 0 0 2 0 0 cm 0 0 5 5 re f',
  ],
  ['another order', '5 5 m 9 9 l S /Fm Do', '0 0 9 9 re f', '0 0 9 9 re f 5 5 m 9 9 l S'],
])('sees %s', (_, content, form, wanted) => {
  expect(trace(content, form)).not.toEqual(trace(wanted));
});

test('says nothing of what readers may divide differently', () => {
  expect(trace('0 0 9 9 re f xyz')).toBeNull();
  expect(trace('Q 0 0 9 9 re f')).toBeNull();
});
