/**
 * Texts and drawings of a page, in the simplest way that can be written: an oracle for code that rewrites
 * text objects. Nothing of the content code is used.
 */

type Values = Readonly<Record<string, string>>;

interface State {
  readonly values: Values;
  readonly leading: number;
}

const TEXT_STATE: ReadonlySet<string> = new Set(['Tf', 'Tc', 'Tw', 'Tz', 'Ts', 'Tr', 'w', 'g', 'rg', 'cm']);

/** Returns each operation that shows text or draws, with the place of the text in tenths and the whole state. */
export function shownTexts(content: string): readonly string[] {
  const shown: string[] = [];
  const saved: State[] = [];
  let state: State = { values: {}, leading: 0 };
  let [scaleX, scaleY, x, y] = [1, 1, 0, 0];
  const move = (byX: number, byY: number) => {
    x += scaleX * byX;
    y += scaleY * byY;
  };
  const put = (operator: string, operands: string) => {
    const place = /^T|'/.test(operator) ? `${x.toFixed(4)} ${y.toFixed(4)} ` : '';
    shown.push(`${place}${operands}${operator} ${JSON.stringify([state, saved])}`);
  };
  for (const { operator, operands } of operationsOf(content)) {
    const numbers = operands.split(' ').map(Number);
    if (operator === 'q') saved.push(state);
    else if (operator === 'Q') state = saved.pop() ?? state;
    else if (operator === 'BT') [scaleX, scaleY, x, y] = [1, 1, 0, 0];
    else if (operator === 'Td') move(numbers[0]!, numbers[1]!);
    else if (operator === 'Tm') [scaleX = 1, , , scaleY = 1, x = 0, y = 0] = numbers;
    else if (operator === 'TL') state = { ...state, leading: numbers[0]! };
    else if (operator === 'T*') move(0, -state.leading);
    else if (TEXT_STATE.has(operator)) {
      const slot = operator === 'rg' ? 'g' : operator;
      const before = operator === 'cm' ? (state.values.cm ?? '') : '';
      state = { ...state, values: { ...state.values, [slot]: `${before}${operands}${operator}` } };
    } else if (operator !== 'ET') {
      if (operator === "'") move(0, -state.leading);
      put(operator, operands);
    }
  }
  return [...shown, JSON.stringify([sorted(state), saved.length])];
}

function sorted({ values, leading }: State): unknown {
  return [Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)), leading];
}

function operationsOf(content: string): { readonly operator: string; readonly operands: string }[] {
  const pattern = /((?:\([^)]*\)|\[[^\]]*\]|\/\w+|-?[\d.]+|\s)*)(T\*|[A-Za-z]+|')/g;
  return [...content.matchAll(pattern)].map(([, operands, operator]) => ({
    operator: operator!,
    operands: operands!.replace(/\s+/g, ' ').trimStart(),
  }));
}
