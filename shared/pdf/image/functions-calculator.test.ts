import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCalculator } from './functions-calculator.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const read = (program: string) => readCalculator(bytes(program));
/** The stack after a program, its top last. */
const stackOf = (program: string, ...inputs: readonly number[]) => read(`{ ${program} }`)?.(inputs);

describe('an operator does what the PostScript Language Reference shows for it:', () => {
  test.each<[string, readonly number[]]>([
    ['4.5 abs -3 abs 0 abs', [4.5, 3, 0]],
    ['3 4 add 9.9 1.1 add', [7, 11]],
    ['3.2 ceiling -4.8 ceiling 99 ceiling', [4, -4, 99]],
    ['-47.8 cvi 520.9 cvi', [-47, 520]],
    ['7 cvr', [7]],
    ['3 2 div 4 2 div', [1.5, 2]],
    ['9 0.5 exp 0.5 2 exp', [3, 0.25]],
    ['-2 3 exp -2 2 exp -4 -1 exp', [-8, 4, -0.25]],
    ['3.2 floor -4.8 floor 99 floor', [3, -5, 99]],
    ['3 2 idiv 4 2 idiv -5 2 idiv', [1, 2, -2]],
    ['5 3 mod 5 2 mod -5 3 mod', [2, 1, -2]],
    ['2 4 mul', [8]],
    ['4.5 neg -3 neg', [-4.5, 3]],
    ['3.2 round 6.5 round -4.8 round -6.5 round 99 round', [3, 7, -5, -6, 99]],
    ['16 sqrt 0.25 sqrt', [4, 0.5]],
    ['5 1 sub 3 4.25 sub', [4, -1.25]],
    ['3.2 truncate -4.8 truncate 99 truncate', [3, -4, 99]],
    ['99 1 and 52 7 and', [1, 4]],
    ['7 3 bitshift 142 -3 bitshift 5 0 bitshift', [56, 17, 5]],
    ['17 5 or', [21]],
    ['7 3 xor 12 3 xor', [4, 15]],
    ['1 2 3 pop', [1, 2]],
    ['1 2 exch', [2, 1]],
    ['1 2 dup', [1, 2, 2]],
    ['1 2 3 2 copy', [1, 2, 3, 2, 3]],
    ['1 2 3 0 copy', [1, 2, 3]],
    ['6 7 8 9 0 index', [6, 7, 8, 9, 9]],
    ['6 7 8 9 3 index', [6, 7, 8, 9, 6]],
    ['6 7 8 3 -1 roll', [7, 8, 6]],
    ['6 7 8 3 1 roll', [8, 6, 7]],
    ['6 7 8 3 0 roll', [6, 7, 8]],
    ['5 6 7 8 3 -4 roll', [5, 7, 8, 6]],
  ])('%s', (program, stack) => {
    expect(stackOf(program)!.map((value) => value + 0)).toEqual(stack);
  });

  test.each<[string, boolean]>([
    ['true', true],
    ['false', false],
    ['true not', false],
    ['false not', true],
    ['true false and', false],
    ['true true and', true],
    ['true false or', true],
    ['false false or', false],
    ['true true xor', false],
    ['true false xor', true],
    ['4.0 4 eq', true],
    ['4 5 eq', false],
    ['4.0 4 ne', false],
    ['4 5 ne', true],
    ['4.2 4 ge', true],
    ['4 4 ge', true],
    ['3 4 ge', false],
    ['4.2 4 gt', true],
    ['4 4 gt', false],
    ['4 4 le', true],
    ['4.2 4 le', false],
    ['3 4 lt', true],
    ['4 4 lt', false],
  ])('%s is %s', (program, isTrue) => {
    expect(stackOf(`${program} { 8 } { 9 } ifelse`)).toEqual([isTrue ? 8 : 9]);
    expect(stackOf(`${program} { 8 } if`)).toEqual(isTrue ? [8] : []);
  });
});

describe('a program', () => {
  test('begins with its inputs, and leaves them to their owner', () => {
    const inputs = Object.freeze([0.25, 0.5]);
    expect(read('{ exch 1 roll add }')!(inputs)).toEqual(read('{ exch 1 roll add }')!(inputs));
    expect(stackOf('add 2 mul', 0.25, 0.5)).toEqual([1.5]);
    expect(stackOf('', 3, 4)).toEqual([3, 4]);
  });

  test('may have its words close together, comments, and every form of a number', () => {
    expect(read('{1 dup{2}{3}ifelse% { not } read\r4}')!([])).toEqual([1, 2, 4]);
    expect(read('\n{% one\n1}\t')!([])).toEqual([1]);
    expect(stackOf('+7 -.5 3. 007 0.125 -0')!.map((value) => value + 0)).toEqual([7, -0.5, 3, 7, 0.125, 0]);
  });

  test('takes the branch of each condition, however deep', () => {
    const sign = '0 gt { pop 1 } { dup 0 lt { pop -1 } { pop 0 } ifelse } ifelse';
    expect([7, -7, 0].map((value) => stackOf(`dup ${sign}`, value))).toEqual([[1], [-1], [0]]);
    expect(stackOf('dup 1 gt { dup 2 gt { 9 } if 8 } if', 3)).toEqual([3, 9, 8]);
    expect(stackOf('dup 1 gt { dup 2 gt { 9 } if 8 } if', 2)).toEqual([2, 8]);
  });

  test('turns the stack as often as it says, in both directions', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(99), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.integer({ min: -30, max: 30 }),
        (values, seed, turns) => {
          const count = 1 + (seed % values.length);
          const turned = values.slice(values.length - count);
          for (let turn = 0; turn < turns; turn += 1) turned.unshift(turned.pop()!);
          for (let turn = 0; turn > turns; turn -= 1) turned.push(turned.shift()!);
          expect(stackOf(`${count} ${turns} roll`, ...values)).toEqual([
            ...values.slice(0, values.length - count),
            ...turned,
          ]);
        },
      ),
    );
  });

  test('computes with any numbers as JavaScript does', () => {
    const number = fc.double({ min: -1000, max: 1000, noNaN: true }).map((value) => Number(value.toFixed(4)));
    fc.assert(
      fc.property(number, number, (one, other) => {
        expect(stackOf('3 copy pop pop', 1, one, other)).toEqual([1, one, other, 1]);
        expect(stackOf('2 copy add 3 1 roll 2 copy sub 3 1 roll mul', one, other)).toEqual([
          one + other,
          one - other,
          one * other,
        ]);
      }),
    );
  });
});

describe('a program that is invalid only when it runs gives numbers all the same:', () => {
  test.each<[string, readonly number[]]>([
    ['add', [0]],
    ['4 add', [4]],
    ['dup', [0]],
    ['7 exch', [7]],
    ['{ 5 } if', []],
    ['1 0 div 1 0 idiv 1 0 mod', [0, 0, 0]],
    ['-4 sqrt', [0]],
    ['1 2 9 copy', [1, 2]],
    ['1 2 3 copy', [1, 2]],
    ['1 2 -1 copy', [1, 2]],
    ['1 2 9 index', [1, 2, 0]],
    ['1 2 9 8 roll', [1, 2]],
    ['1 2 -1 1 roll', [1, 2]],
    ['1 2 0 1 roll', [1, 2]],
  ])('%s', (program, stack) => {
    expect(stackOf(program)).toEqual(stack);
  });

  test('the first hundred of those that it piles up', () => {
    expect(stackOf(`${'1 '.repeat(98)}2 3 4 5`)).toEqual([...new Array<number>(98).fill(1), 2, 3]);
    expect(stackOf(`${'1 '.repeat(60)}60 copy 60 copy 60 copy`)).toEqual(new Array(100).fill(1));
  });
});

describe('no program is', () => {
  test.each([
    '',
    '1 2 add',
    '{ 1',
    '{ 1 } }',
    '{ 1 } 2',
    '{ 1 }  {',
    '} 1 {',
    '{ { 1 } }',
    '{ { 1 } 2 if }',
    '{ 1 if }',
    '{ 1 { 2 } ifelse }',
    '{ 1 { 2 } { 3 } if }',
    '{ 1 { 2 } { 3 } { 4 } ifelse }',
    '{ 1 { 2 } dup if }',
    '{ 1 { { 2 } if }',
    '{ 1 { jump } if }',
    '{ 1 sin }',
    '{ 1 cos }',
    '{ 1 2 atan }',
    '{ 1 ln }',
    '{ 1 log }',
    '{ 1e3 }',
    '{ 16#ff }',
    '{ . }',
    '{ - }',
    '{ 1.2.3 }',
    '{ 1 ADD }',
    '{ toString }',
  ])('%s', (program) => {
    expect(read(program)).toBeNull();
  });

  test('one of more than ten thousand words', () => {
    expect(read(`{ ${'1 '.repeat(9_998)} }`)).not.toBeNull();
    expect(read(`{ ${'1 '.repeat(9_999)} }`)).toBeNull();
  });

  test('noise, which ends in a refusal or in numbers', () => {
    const words = ['1', '-2', '0.5', '{', '}', 'if', 'ifelse', 'copy', 'index', 'roll', 'dup', 'exch', 'pop'];
    const word = fc.constantFrom(...words, 'bitshift', 'exp', 'div', 'mod', 'sqrt', 'not', '300', '-70000');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (program) => {
        const stack = read(`{ ${program.join(' ')} }`)?.([0.5, 3]) ?? [];
        expect(stack.length).toBeLessThanOrEqual(100);
        expect(stack.every((value) => typeof value === 'number')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
