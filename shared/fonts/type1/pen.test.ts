import { describe, expect, test } from 'vitest';
import type { Step } from '../cff/glyph.ts';
import { attempt } from '../cff/refused-face.ts';
import { Type1Pen } from './pen.ts';

/** A pen after `hsbw`, with the side bearing at (sbx, sby). */
function penAt(sbx = 0, sby = 0, width = 500): Type1Pen {
  const pen = new Type1Pen();
  pen.sideBearing(sbx, sby, width, 0);
  return pen;
}

function textOf(step: Step): string {
  if (step.kind === 'stems')
    return `h ${step.stems.horizontal.join(' ')} v ${step.stems.vertical.join(' ')}`.trim();
  return `${step.kind} ${step.by.join(' ')}${step.kind === 'flex' ? ` at ${step.depth}` : ''}`;
}

function drawn(pen: Type1Pen): string[] {
  return pen.finish(null).steps.map(textOf);
}

const refusal = (work: () => unknown) => {
  const outcome = attempt(work);
  return outcome.kind === 'refused' ? outcome.reason : null;
};

/** The seven points of a flex: the reference point, then three points of each curve. */
function flexOf(pen: Type1Pen, points: readonly (readonly [number, number])[]): void {
  pen.startFlex();
  for (const [x, y] of points) {
    pen.move(x, y);
    pen.flexPoint();
  }
}
const FLEX = [
  [10, 0],
  [0, 5],
  [10, 5],
  [10, 0],
  [10, 0],
  [10, -5],
  [10, -5],
] as const;

describe('a path', () => {
  test('begins at the side bearing point, and later ones where the last ended', () => {
    const pen = penAt(50, 7);
    pen.move(10, 20);
    pen.line(100, 0);
    pen.curve(1, 2, 3, 4, 5, 6);
    pen.close();
    pen.move(1, 1);
    pen.line(0, 9);
    pen.close();
    expect(drawn(pen)).toEqual(['move 60 27', 'line 100 0', 'curve 1 2 3 4 5 6', 'move 1 1', 'line 0 9']);
  });

  test('knows where it stands', () => {
    const pen = penAt(50, 7);
    pen.move(10, 20);
    pen.line(100, 0);
    pen.curve(1, 2, 3, 4, 5, 6);
    pen.close();
    expect(refusal(() => pen.stand(169, 39))).toBeNull();
    expect(refusal(() => pen.stand(168, 39))).toBe('odd-charstring');
    expect(refusal(() => pen.stand(169, 38))).toBe('odd-charstring');
  });

  test('of moves alone shows nothing more', () => {
    const pen = penAt();
    pen.move(1, 2);
    pen.move(3, 4);
    expect(drawn(pen)).toEqual(['move 1 2', 'move 3 4']);
  });

  test('is none without its move, also behind closepath', () => {
    const pen = penAt();
    expect(refusal(() => pen.line(1, 1))).toBe('odd-charstring');
    expect(refusal(() => pen.curve(1, 1, 1, 1, 1, 1))).toBe('odd-charstring');
    pen.move(1, 1);
    pen.line(5, 5);
    pen.close();
    expect(refusal(() => pen.line(1, 1))).toBe('odd-charstring');
  });

  test('must be closed before the next, and at the end', () => {
    const pen = penAt();
    pen.move(1, 1);
    pen.line(5, 5);
    expect(refusal(() => pen.move(1, 1))).toBe('odd-charstring');
    expect(refusal(() => pen.finish(null))).toBe('odd-charstring');
    pen.close();
    expect(refusal(() => pen.finish(null))).toBeNull();
  });
});

describe('the width', () => {
  test('is that of the first operator, of which there is one', () => {
    expect(penAt(10, 0, 640).finish(null).width).toBe(640);
    expect(refusal(() => penAt().sideBearing(0, 0, 1, 0))).toBe('odd-charstring');
    expect(refusal(() => new Type1Pen().sideBearing(0, 0, 500, 1))).toBe('odd-charstring');
  });

  test.each<[string, (pen: Type1Pen) => void]>([
    ['move', (pen) => pen.move(1, 1)],
    ['stem', (pen) => pen.stem('vertical', 1, 1)],
    ['three stems', (pen) => pen.threeStems('horizontal', [1, 1, 3, 1, 5, 1])],
    ['accent', (pen) => void pen.accent([0, 0, 0, 65, 200])],
    ['end', (pen) => void pen.finish(null)],
  ])('comes before each %s', (_, work) => {
    expect(refusal(() => work(new Type1Pen()))).toBe('odd-charstring');
  });
});

describe('stems', () => {
  test('are relative to the side bearing point, in order, each once', () => {
    const pen = penAt(50, 7);
    pen.stem('vertical', 100, 20);
    pen.stem('vertical', 10, 20);
    pen.stem('horizontal', 0, 30);
    pen.stem('vertical', 10, 20);
    pen.move(0, 0);
    expect(drawn(pen)).toEqual(['h 7 30 v 60 20 150 20', 'move 50 7']);
  });

  test('stay until they are replaced', () => {
    const pen = penAt();
    pen.stem('vertical', 10, 20);
    pen.move(0, 0);
    pen.replaceStems();
    pen.stem('horizontal', 5, 6);
    pen.line(1, 1);
    pen.line(2, 2);
    pen.replaceStems();
    pen.line(3, 3);
    pen.close();
    expect(drawn(pen)).toEqual([
      'h  v 10 20',
      'move 0 0',
      'h 5 6 v',
      'line 1 1',
      'line 2 2',
      'h  v',
      'line 3 3',
    ]);
  });

  test('of three are stems, and a group whose gaps are even', () => {
    const pen = penAt(50, 7);
    pen.threeStems('vertical', [200, 20, 0, 20, 100, 20]);
    pen.threeStems('horizontal', [0, 10, 50, 10, 100, 10]);
    pen.move(0, 0);
    const { counters, steps } = pen.finish(null);
    expect(counters).toEqual([
      { horizontal: [], vertical: [50, 20, 150, 20, 250, 20] },
      { horizontal: [7, 10, 57, 10, 107, 10], vertical: [] },
    ]);
    expect(textOf(steps[0]!)).toBe('h 7 10 57 10 107 10 v 50 20 150 20 250 20');
  });
});

describe('a flex', () => {
  test('is two curves, whose first point is relative to the reference point', () => {
    const pen = penAt(50);
    pen.move(0, 0);
    flexOf(pen, FLEX);
    pen.endFlex(50, 110, 0);
    pen.line(1, 1);
    pen.close();
    expect(drawn(pen)).toEqual(['move 50 0', 'flex 10 5 10 5 10 0 10 0 10 -5 10 -5 at 50', 'line 1 1']);
  });

  test.each<[string, ...((pen: Type1Pen) => void)[]]>([
    ['ends elsewhere', (pen) => flexOf(pen, FLEX), (pen) => pen.endFlex(50, 61, 0)],
    ['ends at another height', (pen) => flexOf(pen, FLEX), (pen) => pen.endFlex(50, 60, 1)],
    ['has too few points', (pen) => flexOf(pen, FLEX.slice(1)), (pen) => pen.endFlex(50, 50, 0)],
    ['has too many points', (pen) => flexOf(pen, [...FLEX, [0, 0]])],
    ['was not begun', (pen) => pen.endFlex(50, 0, 0)],
    ['is inside another', (pen) => pen.startFlex(), (pen) => pen.startFlex()],
    ['has points outside', (pen) => pen.flexPoint()],
    ['holds a line', (pen) => pen.startFlex(), (pen) => pen.line(1, 1)],
  ])('that %s is refused', (_, ...work) => {
    const pen = penAt();
    pen.move(0, 0);
    expect(work.map((step) => refusal(() => step(pen))).at(-1)).toBe('odd-charstring');
  });

  test('needs a path that was begun', () => {
    const pen = penAt();
    flexOf(pen, FLEX);
    expect(refusal(() => pen.endFlex(50, 60, 0))).toBe('odd-charstring');
  });

  test('may be followed by another', () => {
    const pen = penAt();
    pen.move(0, 0);
    flexOf(pen, FLEX);
    pen.endFlex(50, 60, 0);
    flexOf(pen, FLEX);
    pen.endFlex(50, 120, 0);
    pen.close();
    expect(drawn(pen)).toHaveLength(3);
  });
});

describe('an accent', () => {
  test('is placed by its side bearing point, from the composite’s', () => {
    const pen = penAt(30);
    const accent = pen.accent([12, 100, 40, 65, 200]);
    expect(accent).toEqual({ dx: 118, dy: 40, base: 65, accent: 200 });
    expect(pen.finish(accent)).toEqual({ width: 500, steps: [], counters: [], accent });
  });

  test('stands alone', () => {
    const pen = penAt();
    pen.move(1, 1);
    expect(refusal(() => pen.accent([0, 0, 0, 65, 200]))).toBe('odd-charstring');
  });
});
