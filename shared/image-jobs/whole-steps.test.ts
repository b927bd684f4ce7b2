import { expect, test } from 'vitest';
import { wholeSteps, wholeStepsAbove } from './whole-steps.ts';

const sizes = (find: typeof wholeSteps, width: number, height: number, limit: number) => {
  const scale = limit / Math.max(width, height);
  const within = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return find({ width, height }, within).map((size) => `${size.width}x${size.height}`);
};

test.each([
  ['a size on the limit', 2400, 3000, 500, ['400x500', '300x375']],
  ['the next ones below it', 2400, 3000, 400, ['300x375', '240x300']],
  ['none far below it', 960, 960, 950, []],
  ['two thirds of it', 960, 960, 720, ['480x480']],
  ['none that cuts squares', 2401, 3000, 400, []],
])('%s', (_name, width, height, limit, expected) => {
  expect(sizes(wholeSteps, width, height, limit)).toEqual(expected);
});

test.each([
  [
    'sizes above the limit, below twice the limit',
    2400,
    3000,
    190,
    ['300x375', '240x300', '200x250', '160x200'],
  ],
  ['none that cuts squares', 2401, 3000, 190, []],
  ['not the image itself', 960, 960, 500, []],
])('%s', (_name, width, height, limit, expected) => {
  expect(sizes(wholeStepsAbove, width, height, limit)).toEqual(expected);
});
