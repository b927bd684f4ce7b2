import { expect, test } from 'vitest';
import { latin1 } from '../../pdf/bytes.ts';
import { type Token, Tokens } from './tokens.ts';

function tokensOf(text: string): readonly Token[] {
  const tokens = new Tokens(new TextEncoder().encode(text));
  const found: Token[] = [];
  for (let token = tokens.next(); token !== null; token = tokens.next()) found.push(token);
  return found;
}

function textOf(program: string): string {
  const [token] = tokensOf(program);
  return token?.kind === 'string' ? latin1(token.bytes, 0, token.bytes.length) : `no string: ${program}`;
}

test('words, names, arrays and procedures are told apart, comments and white space skipped', () => {
  expect(tokensOf('/FontName /A.b-1 def % a ( comment\r[ {pop} ]//x')).toEqual([
    { kind: 'name', text: 'FontName' },
    { kind: 'name', text: 'A.b-1' },
    { kind: 'word', text: 'def' },
    { kind: 'open' },
    { kind: 'open' },
    { kind: 'word', text: 'pop' },
    { kind: 'close' },
    { kind: 'close' },
    { kind: 'name', text: '' },
    { kind: 'name', text: 'x' },
  ]);
});

test('numbers are integers, reals, and integers of a base; all else is a word', () => {
  // PostScript Language Reference, 3.2.2.
  const numbers = { '-98': -98, '+17': 17, '-.002': -0.002, '34.5': 34.5, '4.': 4, '123.6e10': 123.6e10 };
  for (const [text, value] of Object.entries({ ...numbers, '8#1777': 1023, '16#FFFE': 65534, '2#1000': 8 }))
    expect(tokensOf(text), text).toEqual([{ kind: 'number', value, text }]);
  for (const text of ['1..2', '1e', '-', '8#', '2#9', '12a'])
    expect(tokensOf(text), text).toEqual([{ kind: 'word', text }]);
});

test('strings hold balanced parentheses, escapes and octal codes', () => {
  // PostScript Language Reference, 3.2.2, "Literal text strings".
  expect(textOf('(a (balanced) one) x')).toBe('a (balanced) one');
  expect(textOf('(\\(\\)\\\\\\n\\r\\t\\b\\f\\x)')).toBe('()\\\n\r\t\b\fx');
  expect(textOf('(\\0053\\53\\053\\5)')).toBe('\x053++\x05');
  expect(textOf('(\\777)')).toBe('\xff');
  expect(textOf('(one \\\nline, \\\r\nanother)')).toBe('one line, another');
  expect(textOf('(no end')).toBe('no end');
});

test('behind a string, the next token begins', () => {
  expect(tokensOf('(a)def')).toEqual([
    { kind: 'string', bytes: Uint8Array.of(97) },
    { kind: 'word', text: 'def' },
  ]);
});

test('a word that never ends is cut, but read to its end', () => {
  const [long, next] = tokensOf(`${'x'.repeat(5000)} def`);
  expect(long).toEqual({ kind: 'word', text: 'x'.repeat(256) });
  expect(next).toEqual({ kind: 'word', text: 'def' });
});
