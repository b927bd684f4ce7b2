import fc from 'fast-check';

/**
 * Content streams for tests, and their painting. This interpreter works on plain text on purpose: it only
 * knows the tokens that `anyContent` writes, and shares nothing with the core.
 */

const number = fc
  .tuple(fc.integer({ min: -999, max: 999 }), fc.constantFrom('', '.0', '.50', '.125', '.000'))
  .map(([whole, fraction]) => `${whole}${fraction}`);
const small = fc.constantFrom('0', '1', '1.0', '0.50', '.5', '2');
const string = fc.constantFrom('(a)', '(\\141)', '<61>', '(a b)', '(\\(x)', '<0d28>', '()');
const name = fc.constantFrom('/A', '/B');

const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(' '));
const numbers = (count: number) => join(...Array.from({ length: count }, () => number));

const setting = fc.oneof(
  join(small, fc.constantFrom('w', 'M', 'i', 'g', 'G')),
  join(fc.constantFrom('0', '1', '1.0'), fc.constantFrom('J', 'j')),
  join(small, small, small, fc.constantFrom('rg', 'RG')),
  join(small, small, small, small, fc.constantFrom('k', 'K')),
  fc.constantFrom('[] 0 d', '[3 2] 0 d', '[3.0 2] 0 d', '/Perceptual ri'),
  join(name, fc.constantFrom('cs', 'CS')),
  join(small, fc.constantFrom('sc', 'scn', 'SC')),
  join(small, small, fc.constantFrom('sc', 'SCN')),
  join(name, fc.constantFrom('scn', 'SCN')),
);
const painting = fc.oneof(
  join(numbers(4), fc.constant('re f')),
  join(numbers(2), fc.constant('m'), numbers(2), fc.constant('l'), setting, fc.constant('S')),
  join(numbers(4), fc.constant('re W n')),
  join(name, fc.constantFrom('Do', 'sh', 'gs', 'BMC EMC')),
  join(numbers(6), fc.constant('cm')),
  join(fc.constant('BT'), setting, string, fc.constant('Tj ET')),
  fc.constant('BI /W 1 /H 1 /IM true ID a EI'),
  join(fc.constant('BT ['), string, number, string, fc.constant('] TJ ET')),
);

/** Well-formed content: settings, paths, text and levels in any order, with space between all tokens. */
export function anyContent(): fc.Arbitrary<string> {
  const operation = fc.oneof(
    { weight: 4, arbitrary: setting },
    { weight: 3, arbitrary: painting },
    { weight: 2, arbitrary: fc.constantFrom('q', 'Q') },
    { weight: 1, arbitrary: fc.constantFrom('/A cs 1 sc', '/A cs 1.0 sc', 'q Q', 'q 1 w Q') },
  );
  return fc.array(operation, { maxLength: 40 }).map((operations) => operations.join('\n'));
}

/** Random bytes in which syntax characters are frequent. */
export function anyBytes(): fc.Arbitrary<Uint8Array> {
  const piece = fc.oneof(
    fc.constantFrom(
      'q ',
      'Q ',
      'BT ',
      'ET\n',
      ' w',
      ' Tj',
      'TJ',
      ' cs',
      ' sc',
      'BI',
      'ID ',
      ' EI ',
      '/F',
      '% ',
    ),
    fc.constantFrom(
      '(',
      ')',
      '<',
      '>',
      '[',
      ']',
      '<<',
      '>>',
      '\\',
      '\r',
      '\n',
      '\0',
      '-',
      '+',
      '.',
      '0',
      '7',
      ' ',
    ),
    fc.constantFrom('1 g ', '0 0 5 5 re f ', '[(a)-1]TJ ', 'BX ', 'EX ', 'foo ', '/W 1 /H 1 '),
    fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  );
  return fc
    .array(piece, { maxLength: 60 })
    .map((pieces) => Uint8Array.from(pieces.join(''), (character) => character.charCodeAt(0)));
}

type State = Readonly<Record<string, string>>;

/** Returns every operation other than a setting, with all settings at that point; then the final settings. */
export function paintedThings(content: string): string[] {
  const painted: string[] = [];
  let state: State = {};
  const saved: State[] = [];
  for (const [...operands] of operationsOf(content)) {
    const operator = operands.pop() ?? '';
    if (operator === 'q') saved.push(state);
    else if (operator === 'Q' && saved.length > 0) state = saved.pop() ?? {};
    else if (isSetting(operator)) state = withSetting(state, operator, operands);
    else {
      painted.push(`${saved.length} ${operands.join(' ')} ${operator} ${JSON.stringify(state)}`);
      // A graphics state dictionary may set anything.
      if (operator === 'gs') state = { since: `${operands.join(' ')} ${painted.length}` };
    }
  }
  return [...painted, `${saved.length} ${JSON.stringify(state)}`];
}

function isSetting(operator: string): boolean {
  return /^([wMiJjd]|ri|g|rg|k|cs|scn?)$/i.test(operator);
}

function withSetting(state: State, operator: string, operands: readonly string[]): State {
  const value = operands.join(' ');
  const isStroke = /^[A-Z]/.test(operator);
  const paint = isStroke ? 'stroke' : 'fill';
  const entries = { ...state };
  if (/^cs$/i.test(operator)) {
    entries[`${paint} space`] = value;
    entries[paint] = 'initial';
  } else if (/^scn?$/i.test(operator)) {
    entries[paint] = value;
  } else if (/^(g|rg|k)$/i.test(operator)) {
    entries[`${paint} space`] = operator;
    entries[paint] = value;
  } else {
    entries[operator] = value;
  }
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const TOKEN =
  /\((?:\\.|\([^()]*\)|[^\\()])*\)|<[0-9a-f]*>|\/[A-Za-z]*|[[\]]|[-+]?[0-9]*\.?[0-9]+|[A-Za-z*]+/gs;

function operationsOf(content: string): string[][] {
  const operations: string[][] = [];
  let tokens: string[] = [];
  for (const [token] of content.matchAll(TOKEN)) {
    if (/^[A-Za-z]/.test(token)) {
      operations.push([...tokens, token]);
      tokens = [];
    } else {
      tokens.push(meaning(token));
    }
  }
  return operations;
}

function meaning(token: string): string {
  if (/^[-+.\d]/.test(token)) return String(Number(token) + 0);
  if (token.startsWith('<')) return JSON.stringify(Buffer.from(token.slice(1, -1), 'hex').toString('latin1'));
  if (!token.startsWith('(')) return token;
  const plain = token
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/gs, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code === 'r' ? '\r' : code,
    );
  return JSON.stringify(plain);
}
