import fc from 'fast-check';

/**
 * Content with many coordinates for tests, and the positions it draws at. Unlike the core, which tracks
 * differences only, this multiplies whole matrices (ISO 32000-2, 8.3.4 and 9.4.2).
 */

// Integers, since doubles are drawn by their bits: nearly all would be almost 0.
const coordinate = fc.integer({ min: -7e7, max: 7e7 }).map((steps) => (steps / 1e5).toFixed(5));
const small = fc.integer({ min: -3e4, max: 3e4 }).map((steps) => (steps / 1e4).toFixed(4));
const linear = fc.constantFrom(
  '1 0 0 1',
  '0.24 0 0 0.24',
  '0 -1 1 0',
  '2 0 0 -2',
  '0.7 0.7 -0.7 0.7',
  '1 0 0.3 1',
);

const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(' '));
const numbers = (of: fc.Arbitrary<string>, count: number) => join(...Array.from({ length: count }, () => of));
const then = (operator: string) => fc.constant(operator);

const path = fc.oneof(
  join(numbers(coordinate, 2), then('m'), numbers(coordinate, 2), then('l S')),
  join(numbers(coordinate, 2), then('m'), numbers(coordinate, 6), then('c S')),
  join(numbers(coordinate, 4), then('re f')),
);
const textStep = fc.oneof(
  join(numbers(small, 2), then('Td')),
  join(numbers(small, 2), then('TD')),
  join(linear, numbers(coordinate, 2), then('Tm')),
  join(then('[(a)'), coordinate, then('(b)'), coordinate, then('] TJ')),
  fc.constantFrom('T*', '/F 7 Tf', '/F 0.5 Tf', '80 Tz', '(a) Tj'),
);
const text = fc
  .array(textStep, { maxLength: 8 })
  .map((steps) => ['BT', '/F 12 Tf', ...steps, 'ET'].join('\n'));

/** Paths, text and transformations inside balanced levels. */
export function anyDrawing(): fc.Arbitrary<string> {
  const { level } = fc.letrec<{ level: string; item: string }>((tie) => ({
    item: fc.oneof(
      { weight: 4, arbitrary: path },
      { weight: 3, arbitrary: text },
      { weight: 2, arbitrary: join(linear, numbers(coordinate, 2), then('cm')) },
      { weight: 1, arbitrary: tie('level') },
    ),
    level: fc.array(tie('item'), { maxLength: 6 }).map((items) => ['q', ...items, 'Q'].join('\n')),
  }));
  return level;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

function times([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

function placed(x: number, y: number, [a, b, c, d, e, f]: Matrix): Place {
  return { x: x * a + y * c + e, y: x * b + y * d + f };
}

/** Every point of a path, every origin, and the pen before every string; glyphs have no width here. */
export function drawnPlaces(content: string): Place[] {
  const places: Place[] = [];
  let state = { ctm: IDENTITY, size: 0, horizontal: 1, leading: 0 };
  const saved: (typeof state)[] = [];
  let line = IDENTITY;
  let pen = 0;
  let operands: string[] = [];
  const take = (count: number) => operands.slice(-count).map(Number);
  const point = (x: number, y: number) => places.push(placed(x, y, state.ctm));
  const newLine = (x: number, y: number) => {
    line = times([1, 0, 0, 1, x, y], line);
    pen = 0;
  };
  const show = () => places.push(placed(pen, 0, times(line, state.ctm)));

  for (const [token] of content.matchAll(/\(\w*\)|\/\w+|[[\]]|[-\d.]+|[A-Za-z*]+/g)) {
    if (!/^[A-Za-z]/.test(token)) {
      operands.push(token);
      continue;
    }
    if (token === 'q') saved.push(state);
    else if (token === 'Q') state = saved.pop() ?? state;
    else if (token === 'cm') {
      state = { ...state, ctm: times(take(6) as unknown as Matrix, state.ctm) };
      point(0, 0);
    } else if (token === 'm' || token === 'l' || token === 'c') {
      for (let i = 0; i + 1 < operands.length; i += 2) point(Number(operands[i]), Number(operands[i + 1]));
    } else if (token === 're') {
      const [x = 0, y = 0, width = 0, height = 0] = take(4);
      for (const [right, up] of [
        [0, 0],
        [width, 0],
        [0, height],
        [width, height],
      ])
        point(x + right!, y + up!);
    } else if (token === 'BT') {
      line = IDENTITY;
      pen = 0;
    } else if (token === 'Tf') state = { ...state, size: take(1)[0]! };
    else if (token === 'Tz') state = { ...state, horizontal: take(1)[0]! / 100 };
    else if (token === 'Td') newLine(take(2)[0]!, take(2)[1]!);
    else if (token === 'TD') {
      state = { ...state, leading: -take(1)[0]! };
      newLine(take(2)[0]!, take(2)[1]!);
    } else if (token === 'T*') newLine(0, -state.leading);
    else if (token === 'Tm') {
      line = take(6) as unknown as Matrix;
      pen = 0;
    } else if (token === 'Tj') show();
    else if (token === 'TJ') {
      for (const item of operands) {
        if (item.startsWith('(')) show();
        else if (/\d/.test(item)) pen -= (Number(item) / 1000) * state.size * state.horizontal;
      }
    }
    operands = [];
  }
  return places;
}
