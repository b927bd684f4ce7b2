import { expect, test } from 'vitest';
import { type CompareState, compareReducer, INITIAL_COMPARE_STATE } from './compare-state.ts';
import { keyEvent } from './keys.ts';

const around = { pages: 3, size: { widthPt: 75, heightPt: 75 }, stage: { width: 100, height: 100 } };
const worst = { type: 'worst-found', page: 3, spot: { x: 0.2, y: 0.8 } } as const;

test('the worst page is shown where it is worst, until somebody chooses a page', () => {
  const led = compareReducer(INITIAL_COMPARE_STATE, worst);
  expect(led).toMatchObject({ page: 3, center: { x: 0.2, y: 0.8 } });
  const chosen = compareReducer(led, { type: 'page-chosen', page: 1 });
  expect(chosen).toMatchObject({ page: 1, center: { x: 0.2, y: 0 } });
  expect(compareReducer(chosen, worst)).toBe(chosen);
});

test('the handle stays on the stage', () => {
  expect(compareReducer(INITIAL_COMPARE_STATE, { type: 'split-moved', split: 130 }).split).toBe(100);
  expect(compareReducer(INITIAL_COMPARE_STATE, { type: 'split-moved', split: -1 }).split).toBe(0);
});

test('to fit the page shows its middle', () => {
  const down: CompareState = { ...INITIAL_COMPARE_STATE, center: { x: 0.1, y: 0.9 } };
  expect(compareReducer(down, { type: 'zoomed', zoom: 'fit' }).center).toEqual({ x: 0.5, y: 0.5 });
  expect(compareReducer(down, { type: 'zoomed', zoom: 2 }).center).toEqual(down.center);
});

test.each([
  ['+', { type: 'zoomed', zoom: 1.25 }],
  ['=', { type: 'zoomed', zoom: 1.25 }],
  ['-', { type: 'zoomed', zoom: 0.9 }],
  ['0', { type: 'zoomed', zoom: 'fit' }],
  ['[', { type: 'page-chosen', page: 1 }],
  [']', { type: 'page-chosen', page: 2 }],
  ['1', { type: 'mode-chosen', mode: 'slider' }],
  ['2', { type: 'mode-chosen', mode: 'side' }],
  ['3', { type: 'mode-chosen', mode: 'difference' }],
  ['x', null],
  ['Enter', null],
])('the key %s asks for %o', (key, event) => {
  expect(keyEvent(key, INITIAL_COMPARE_STATE, around)).toEqual(event);
});

test('there is no page after the last one', () => {
  expect(keyEvent(']', { ...INITIAL_COMPARE_STATE, page: 3 }, around)).toMatchObject({ page: 3 });
});

test.each([
  { type: 'zoomed', zoom: 2 },
  { type: 'dragged', center: { x: 0.5, y: 0.5 } },
  { type: 'split-moved', split: 20 },
  { type: 'view-held' },
] as const)('after $type the page stays, whichever is found to be the worst', (event) => {
  const touched = compareReducer(INITIAL_COMPARE_STATE, event);
  expect(compareReducer(touched, worst)).toBe(touched);
});
