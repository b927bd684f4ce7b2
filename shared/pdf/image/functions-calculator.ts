import { power } from '../../codecs/pixels/power.ts';

/** Runs a program on its inputs and returns the stack, with its top last. */
export type Calculator = (inputs: readonly number[]) => readonly number[];

type Step =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'operator'; readonly run: (stack: number[]) => void }
  | { readonly kind: 'if'; readonly first: readonly Step[]; readonly otherwise: readonly Step[] };

const MAX_TOKENS = 10_000;
const MAX_STACK = 100;

/**
 * Reads a PostScript calculator function (ISO 32000-2, 7.10.5). Null for invalid programs, and for those with
 * `sin`, `cos`, `atan`, `ln` and `log`, which engines compute differently. Booleans are 1 and 0.
 */
export function readCalculator(program: Uint8Array): Calculator | null {
  const text = Array.from(program, (byte) => String.fromCharCode(byte)).join('');
  const tokens = text.replace(/%[^\r\n]*/g, ' ').match(/[{}]|[^\s{}]+/g) ?? [];
  if (tokens.length > MAX_TOKENS || tokens[0] !== '{') return null;
  const reader = { tokens, at: 1 };
  const steps = readBlock(reader);
  if (steps === null || reader.at !== tokens.length) return null;
  return (inputs) => {
    const stack = [...inputs];
    run(steps, stack);
    return stack;
  };
}

interface TokenReader {
  readonly tokens: readonly string[];
  at: number;
}

/** Reads up to and including the closing brace. */
function readBlock(reader: TokenReader): Step[] | null {
  const steps: Step[] = [];
  const blocks: Step[][] = [];
  while (reader.at < reader.tokens.length) {
    const token = reader.tokens[reader.at]!;
    reader.at += 1;
    if (token === '}') return blocks.length === 0 ? steps : null;
    if (token === '{') {
      const block = readBlock(reader);
      if (block === null) return null;
      blocks.push(block);
    } else if ((token === 'if' && blocks.length === 1) || (token === 'ifelse' && blocks.length === 2)) {
      const [first = [], otherwise = []] = blocks.splice(0);
      steps.push({ kind: 'if', first, otherwise });
    } else if (blocks.length > 0) {
      return null;
    } else {
      const step = readStep(token);
      if (step === null) return null;
      steps.push(step);
    }
  }
  return null;
}

function readStep(token: string): Step | null {
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(token)) return { kind: 'number', value: Number(token) };
  const operator = OPERATORS.get(token);
  return operator === undefined ? null : { kind: 'operator', run: operator };
}

function run(steps: readonly Step[], stack: number[]): void {
  for (const step of steps) {
    if (step.kind === 'number') stack.push(step.value);
    else if (step.kind === 'operator') step.run(stack);
    else run(pop(stack) === 0 ? step.otherwise : step.first, stack);
    // Invalid programs may leave too many values; the oldest are kept.
    if (stack.length > MAX_STACK) stack.length = MAX_STACK;
  }
}

/** Invalid programs pop from an empty stack; readers differ, this one returns 0. */
function pop(stack: number[]): number {
  return stack.pop() ?? 0;
}

const unary = (of: (x: number) => number) => (stack: number[]) => {
  stack.push(of(pop(stack)));
};
const binary = (of: (a: number, b: number) => number) => (stack: number[]) => {
  const b = pop(stack);
  stack.push(of(pop(stack), b));
};

/** Negative bases have powers of whole exponents alone. */
function exponential(base: number, exponent: number): number {
  if (base >= 0 || !Number.isInteger(exponent)) return power(base, exponent);
  const size = power(-base, exponent);
  return exponent % 2 === 0 ? size : -size;
}

const OPERATORS: ReadonlyMap<string, (stack: number[]) => void> = new Map([
  ['abs', unary(Math.abs)],
  ['add', binary((a, b) => a + b)],
  ['ceiling', unary(Math.ceil)],
  ['cvi', unary(Math.trunc)],
  ['cvr', unary((x) => x)],
  ['div', binary((a, b) => (b === 0 ? 0 : a / b))],
  ['exp', binary(exponential)],
  ['floor', unary(Math.floor)],
  ['idiv', binary((a, b) => (b === 0 ? 0 : Math.trunc(a / b)))],
  ['mod', binary((a, b) => (b === 0 ? 0 : a % b))],
  ['mul', binary((a, b) => a * b)],
  ['neg', unary((x) => -x)],
  ['round', unary((x) => Math.floor(x + 0.5))],
  ['sqrt', unary((x) => Math.sqrt(Math.max(0, x)))],
  ['sub', binary((a, b) => a - b)],
  ['truncate', unary(Math.trunc)],
  ['and', binary((a, b) => a & b)],
  ['bitshift', binary((a, b) => (b >= 0 ? a << b : a >> -b))],
  ['eq', binary((a, b) => Number(a === b))],
  ['false', (stack) => stack.push(0)],
  ['ge', binary((a, b) => Number(a >= b))],
  ['gt', binary((a, b) => Number(a > b))],
  ['le', binary((a, b) => Number(a <= b))],
  ['lt', binary((a, b) => Number(a < b))],
  ['ne', binary((a, b) => Number(a !== b))],
  ['not', unary((x) => Number(x === 0))],
  ['or', binary((a, b) => a | b)],
  ['true', (stack) => stack.push(1)],
  ['xor', binary((a, b) => a ^ b)],
  ['pop', (stack) => void stack.pop()],
  ['exch', (stack) => stack.push(...stack.splice(-2).reverse())],
  ['dup', (stack) => stack.push(stack.at(-1) ?? 0)],
  [
    'copy',
    (stack) => {
      const count = pop(stack);
      if (count > 0 && count <= stack.length) stack.push(...stack.slice(-count));
    },
  ],
  ['index', (stack) => stack.push(stack.at(-1 - pop(stack)) ?? 0)],
  [
    'roll',
    (stack) => {
      const turns = pop(stack);
      const count = pop(stack);
      if (!(count > 0 && count <= stack.length)) return;
      const rolled = stack.splice(-count);
      const by = ((turns % count) + count) % count;
      stack.push(...rolled.slice(count - by), ...rolled.slice(0, count - by));
    },
  ],
]);
