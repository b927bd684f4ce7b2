import { expect, test } from 'vitest';
import { createProgressBar, timeLeft } from './progress-bar.ts';

function terminalOf(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 40, written, write: (text: string) => written.push(text) };
}

test('a bar is one line that never wraps, and goes before others are written', () => {
  const terminal = terminalOf(true);
  let now = 0;
  const bar = createProgressBar(terminal, () => now);
  bar.show(0.5, 'a name that is much longer than the line is wide');
  bar.show(0.6, 'too soon');
  now = 200;
  bar.show(2, 'end');
  bar.clear();
  bar.clear();
  const [first = '', last = ''] = terminal.written;
  expect(first.slice(4)).toMatch(/^█{10}░{10} a name/);
  expect(first.length - '\r\u001b[K'.length).toBe(39);
  expect(last).toBe(`\r\u001b[K${'█'.repeat(20)} end`);
  expect(terminal.written.slice(2)).toEqual(['\r\u001b[K']);
});

test('in a pipe there is none', () => {
  const terminal = terminalOf(false);
  const bar = createProgressBar(terminal, () => 0);
  bar.show(0.5, 'x');
  bar.clear();
  expect(terminal.written).toEqual([]);
});

test.each([
  [0, 5000, ''],
  [0.5, 500, ''],
  [0.5, 30_000, '30 s left'],
  [0.25, 60_000, '3 min left'],
  [0.1, 3_600_000, '9 h left'],
])('of %d done after %d ms: "%s"', (fraction, elapsedMs, text) => {
  expect(timeLeft(fraction, elapsedMs)).toBe(text);
});
