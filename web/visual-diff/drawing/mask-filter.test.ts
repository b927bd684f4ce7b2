import { expect, test } from 'vitest';
import { MaskFilterFactory } from './mask-filter.ts';

test('no two masks share an effect, also after a document was closed and another opened', () => {
  const first = new MaskFilterFactory();
  const second = new MaskFilterFactory();
  const ids = [first.addLuminosityFilter(), second.addAlphaFilter([0]), first.addLuminosityFilter([0])];
  first.destroy();
  ids.push(second.addLuminosityFilter(), new MaskFilterFactory().addLuminosityFilter());
  expect(new Set(ids).size).toBe(5);
});
