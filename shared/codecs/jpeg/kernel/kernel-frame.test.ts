import { expect, test } from 'vitest';
import { createFrame, emptyFrame } from './kernel-frame.ts';

const shape = (width: number, height: number) => ({
  width,
  height,
  components: [{ id: 1, horizontal: 1, vertical: 1, quantTable: new Uint16Array(64).fill(1) }],
});

test('small frames lie in one memory, one after the other', () => {
  const first = emptyFrame(shape(64, 64));
  const { memory } = first.kernel;
  const second = emptyFrame(shape(640, 480));
  expect(second.kernel.memory).toBe(memory);
  expect(second.lent.isLent()).toBe(true);
});

test('nobody goes on with a frame that another one lies over', () => {
  const frame = emptyFrame(shape(64, 64));
  emptyFrame(shape(8, 8));
  expect(frame.lent.isLent()).toBe(false);
  expect(() => frame.kernel).toThrow('another frame');
});

test('a large frame has a memory of its own, which nobody keeps', () => {
  const small = emptyFrame(shape(64, 64));
  const { memory } = small.kernel;
  const large = emptyFrame(shape(4000, 3000));
  expect(large.kernel.memory).not.toBe(memory);
  expect(small.lent.isLent()).toBe(true);
  expect(emptyFrame(shape(64, 64)).kernel.memory).toBe(memory);
  expect(large.lent.isLent()).toBe(true);
});

test('what was written behind a small frame is not kept beyond measure', () => {
  const frame = createFrame(shape(64, 64), 0);
  const { memory } = frame.kernel;
  frame.kernel.reachTo(40 << 20);
  expect(createFrame(shape(64, 64), 0).kernel.memory).not.toBe(memory);
});
