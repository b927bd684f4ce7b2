interface Point {
  readonly x: number;
  readonly y: number;
}

interface PaintedPath {
  readonly paint: string;
  /** On the page. */
  readonly points: readonly Point[];
  /** Line width on the page, for transformations without shear. */
  readonly width: number;
  /** All other parameters, as written. */
  readonly state: Readonly<Record<string, string>>;
}

type Matrix = readonly [number, number, number, number, number, number];

const PARAMETERS: Readonly<Record<string, string>> = {
  J: 'cap',
  d: 'dash',
  gs: 'named',
  g: 'fill',
  rg: 'fill',
  cs: 'fill',
  sc: 'color',
  G: 'stroke',
  W: 'clip',
};

/**
 * The paths that content of plain numbers paints, for tests. Multiplies whole matrices (ISO 32000-2, 8.3.4), and
 * knows nothing of the core.
 */
export function paintedPaths(content: string): readonly PaintedPath[] {
  const paths: PaintedPath[] = [];
  const saved: State[] = [];
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], width: 1, rest: {} };
  let points: Point[] = [];
  let operands: string[] = [];
  const at = (x: number, y: number) => points.push(placed(x, y, state.matrix));
  for (const [token] of content.matchAll(/\(\w*\)|\[[^\]]*\]|\/\w+|[-\d.]+|[A-Za-z*]+/g)) {
    if (!/^[A-Za-z]/.test(token)) {
      operands.push(token);
      continue;
    }
    const given = operands.map(Number);
    if (token === 'q') saved.push(state);
    else if (token === 'Q') state = saved.pop() ?? state;
    else if (token === 'cm') state = { ...state, matrix: times(given as unknown as Matrix, state.matrix) };
    else if (token === 'w') state = { ...state, width: given[0]! };
    else if (['m', 'l', 'c'].includes(token)) {
      for (let index = 0; index < given.length; index += 2) at(given[index]!, given[index + 1]!);
    } else if (token === 're') {
      const [x, y, width, height] = given;
      for (const [right, up] of [
        [0, 0],
        [width, 0],
        [width, height],
        [0, height],
      ])
        at(x! + right!, y! + up!);
    } else if (['S', 's', 'f', 'B*', 'n'].includes(token)) {
      const [a, b] = state.matrix;
      const width = 'SsB*'.includes(token) ? state.width * Math.hypot(a, b) : 0;
      paths.push({ paint: token, points, width, state: state.rest });
      points = [];
    } else if (Object.hasOwn(PARAMETERS, token)) {
      const rest = { ...state.rest, [PARAMETERS[token]!]: `${operands.join(' ')} ${token}` };
      if (PARAMETERS[token] === 'fill') delete rest.color;
      if (token === 'W') rest.clip = JSON.stringify(points);
      state = { ...state, rest };
    }
    operands = [];
  }
  return paths;
}

interface State {
  readonly matrix: Matrix;
  readonly width: number;
  readonly rest: Record<string, string>;
}

function times([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

function placed(x: number, y: number, [a, b, c, d, e, f]: Matrix): Point {
  return { x: x * a + y * c + e, y: x * b + y * d + f };
}
