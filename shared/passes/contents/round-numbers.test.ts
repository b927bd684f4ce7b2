import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1 } from '../../pdf/bytes.ts';
import { anyDrawing, drawnPlaces } from '../../testing/documents/drawings.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { roundedContent } from './round-numbers.ts';
import { drawsNearly } from './round-proof.ts';
import type { Placement } from './tolerance.ts';

const PAGE: Placement = { scale: 1, isPage: true, points: 0.002 };

function rounded(content: string, placement = PAGE): string | null {
  const bytes = roundedContent(latin1Bytes(content), placement);
  return bytes === null ? null : latin1(bytes, 0, bytes.length);
}

function isProved(before: string, after: string, placement = PAGE): boolean {
  return drawsNearly(latin1Bytes(before), latin1Bytes(after), placement);
}

describe('coordinates get fewer digits', () => {
  test.each<[string, string, string]>([
    ['points', '72.12345 99.99961 m\n1.23456 7.0004 l\nS', '72.123 100 m\n1.235 7 l\nS'],
    [
      'curves',
      '0 0 m\n1.11111 2.22222 3.33333 4.44444 5.55555 6.66666 c',
      '0 0 m\n1.11 2.222 3.333 4.444 5.556 6.667 c',
    ],
    ['rectangles, to their far corner', '10.1234 10.1234 5.12341 5.12341 re', '10.123 10.123 5.124 5.124 re'],
    [
      'more where they are drawn smaller',
      '.01 0 0 .01 0 0 cm\n72.12345 99.99961 m',
      '.01 0 0 .01 0 0 cm\n72 100 m',
    ],
    [
      'less where they are drawn larger',
      '100 0 0 100 0 0 cm\n1.1234567 2.7654321 m',
      '100 0 0 100 0 0 cm\n1.12346 2.76543 m',
    ],
    ['numbers of one decimal', '72.5 99.5 m', '72.5 99.5 m'],
  ])('%s', (_, content, expected) => {
    expect(rounded(content)).toBe(expected);
    expect(isProved(content, expected)).toBe(true);
  });
});

describe('numbers stay', () => {
  test.each<[string, string]>([
    [
      'that are no coordinates',
      '.12345 w\n.12345 .12345 .12345 rg[1.2345]0 d\nBT/F 9.12345 Tf\n.12345 Tc\n9.12345 TL\nET',
    ],
    ['transformations', '1.23456 0 0 1.23456 5.12345 5.12345 cm'],
    [
      'origins of text',
      'BT/F 9 Tf\n1 0 0 1 10.12345 20.12345 Tm(a)Tj\n1.23456 7.12345 TD(a)Tj\n1.23456 7.12345 Td(a)Tj\nET',
    ],
    ['of lines that would have no length', '1.00001 1 m\n1.00004 1 l\nS'.replace('1.00001 1 m', '1 1 m')],
    ['of rectangles that would have no extent', '5 5 .0004 9 re'],
    ['within a line of text, where readers look for spaces', 'BT/F 12 Tf[(a)-10.12345(b)]TJ\nET'],
    ['where nothing has an extent', '0 0 0 0 5 5 cm\n1.12345 1.12345 m'],
  ])('%s', (_, content) => {
    expect(rounded(content)).toBe(content);
  });

  test.each([
    ['Q without q', 'Q\n1.12345 1 m'],
    ['levels inside text', 'BT\nq\nQ\nET'],
    ['transformations inside text', 'BT\n1 0 0 1 5 5 cm\nET'],
  ])('all of them where it is not clear what is drawn where: %s', (_, content) => {
    expect(rounded(content)).toBeNull();
  });
});

test('the proof allows a corner to be as far off as a point', () => {
  for (const width of ['5.0015', '4.9985'])
    expect(isProved('10 10 5 5 re', `10 10 ${width} 5 re`)).toBe(true);
  for (const width of ['5.003', '4.997']) expect(isProved('10 10 5 5 re', `10 10 ${width} 5 re`)).toBe(false);
});

describe('the proof sees', () => {
  test.each<[string, string, string]>([
    ['a point too far', '1 1 m', '1.003 1 m'],
    ['a point too far where it is drawn larger', '9 0 0 9 0 0 cm\n1 1 m', '9 0 0 9 0 0 cm\n1.001 1 m'],
    ['a far corner too far', '1.001 1 5 5 re', '1 1 5.004 5 re'],
    ['a transformation that moved', '1 0 0 1 5 5 cm', '1 0 0 1 5 5.00001 cm'],
    ['another matrix', 'BT\n1 0 0 1 5 5 Tm\nET', 'BT\n1.00001 0 0 1 5 5 Tm\nET'],
    ['a line that moved', 'BT\n1 0 Td\nET', 'BT\n1.00001 0 Td\nET'],
    ['a text matrix that moved', 'BT\n1 0 0 1 5 5 Tm\nET', 'BT\n1 0 0 1 5 5.00001 Tm\nET'],
    ['an adjustment', 'BT/F 10 Tf[(a)1(b)]TJ\nET', 'BT/F 10 Tf[(a)1.0001(b)]TJ\nET'],
    ['other text', 'BT/F 10 Tf[(a)1(b)]TJ\nET', 'BT/F 10 Tf[(a)1(c)]TJ\nET'],
    ['another width', '1 w', '1.0001 w'],
    ['another colour', '.5 g', '.5001 g'],
    ['another operator', '1 1 m', '1 1 l'],
    ['an operation gone', '1 1 m\n2 2 l', '1 1 m'],
    ['an operation more', '1 1 m', '1 1 m\n2 2 l'],
  ])('%s', (_, before, after) => {
    expect(isProved(before, before)).toBe(true);
    expect(isProved(before, after)).toBe(false);
  });
});

test('whatever is drawn stays within 0.002 points, in no more bytes', () => {
  fc.assert(
    fc.property(anyDrawing(), fc.constantFrom(0.01, 1, 3), (content, scale) => {
      const placement = { scale, isPage: true, points: 0.002 };
      const after = rounded(content, placement);
      if (after === null) throw new Error(`not understood: ${content}`);
      const before = drawnPlaces(content);
      const places = drawnPlaces(after);
      expect(places.length).toBe(before.length);
      for (const [index, { x, y }] of places.entries()) {
        const old = before[index]!;
        expect(Math.hypot(x - old.x, y - old.y) * scale).toBeLessThanOrEqual(0.002001);
      }
      expect(after.length).toBeLessThanOrEqual(content.length);
      expect(isProved(content, after, placement)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
