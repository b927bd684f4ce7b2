import { expect, test } from 'vitest';
import { here, pdf, put, run, withShrinkFolder } from '../testing/shrink-run.ts';

withShrinkFolder();

const ERASE = '\u001b[K';
const TOKEN = new RegExp(`${ERASE.replace('[', '\\[')}|.`, 'gsu');

/** Returns the lines that a terminal of so many columns shows after this text. */
function screenOf(text: string, columns: number): readonly string[] {
  const rows = [''];
  let at = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const row = rows.at(-1)!;
    if (token === ERASE) rows[rows.length - 1] = row.slice(0, at);
    else if (token === '\r') at = 0;
    else if (token === '\n' || at === columns) {
      rows.push(token === '\n' ? '' : token);
      at = token === '\n' ? 0 : 1;
    } else {
      rows[rows.length - 1] = `${row.slice(0, at)}${token}${row.slice(at + 1)}`;
      at += 1;
    }
  }
  return rows;
}

async function shown(columns: number, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let [text, bars, now] = ['', 0, 0];
  const write = (more: string) => {
    text += more;
  };
  const terminal = {
    isTTY: true,
    columns,
    write(more: string) {
      if (more.includes('█') || more.includes('░')) bars += 1;
      write(more);
    },
  };
  const done = await run(['-r', here('in'), '--force', ...args], {
    terminal,
    output: { out: write, err: write },
    env,
    now: () => (now += 500),
  });
  return { code: done.code, text, bars };
}

const long = 'a rather long name of a file '.repeat(2);

test.each([40, 80, 200])('result lines stand alone on a terminal of %i columns', async (columns) => {
  for (let n = 0; n < 6; n++) await put({ [`in/${long}${n}.pdf`]: pdf });
  await put({ 'in/broken.pdf': 'no PDF', 'in/文字文字文字文字文字文字文字文字.pdf': pdf });
  for (const flags of [[], ['--json']]) {
    const { text, bars } = await shown(columns, flags);
    expect(bars).toBeGreaterThan(5);
    const screen = screenOf(text, columns).join('');
    // No piece of the bar remains, and each result begins a line.
    expect(screen).not.toMatch(/[█░]|\d of \d/);
    const lines = text.split('\n').map((line) => line.split(`\r${ERASE}`).at(-1)!);
    const results = lines.filter((line) => line.includes(here('in')));
    expect(results).toHaveLength(8);
    for (const line of results) expect(line.startsWith(flags.length > 0 ? '{' : here('in'))).toBe(true);
  }
});

test.each<[name: string, flags: readonly string[], env: Readonly<Record<string, string>>]>([
  ['-q', ['-q'], {}],
  ['a dumb terminal', [], { TERM: 'dumb' }],
  ['continuous integration', [], { CI: 'true' }],
])('%s gets no bar and no escapes', async (_, flags, env) => {
  await put({ 'in/a.pdf': pdf, 'in/b.pdf': pdf });
  const { text, bars } = await shown(80, flags, env);
  expect([bars, text.includes(ERASE)]).toEqual([0, false]);
  expect(text === '').toBe(flags.length > 0);
});

test('the bar moves with the work on a single PDF', async () => {
  await put({ 'in/a.pdf': pdf });
  const { text } = await shown(80, []);
  expect(new Set(text.match(/[█░]+/g)).size).toBeGreaterThan(2);
});
