import { expect, test } from 'vitest';
import { commonPixels, type IndexedShape } from './shape-index.ts';

const member = (art: string, x = 0, y = 0) => {
  const rows = art.split(' ');
  const component = {
    width: rows[0]!.length,
    height: rows.length,
    pixels: Uint8Array.from(rows.join(''), (letter) => (letter === '#' ? 1 : 0)),
  };
  return { component, offset: { x, y }, mismatches: 1 } as unknown as IndexedShape;
};
const common = (...members: IndexedShape[]) =>
  [...commonPixels({ width: 3, height: 2, pixels: new Uint8Array(6) }, members)].join('');

test('the common shape is what most members have, from the first pixel to the last', () => {
  expect(common(member('#.# ..#'), member('#.. #.#'), member('.## ..#'))).toBe('101001');
  expect(common(member('### ###'), member('... ...'))).toBe('000000');
});

test('members vote where they lie', () => {
  expect(common(member('.... .#.# ..#.', 1, 1))).toBe('101010');
  expect(common(member('## ##', -1, 0))).toBe('011011');
});
