import { describe, expect, test } from 'vitest';
import { draggedCenter, MIDDLE, steppedZoom, viewOf, zoomFactor } from './view.ts';

/** 100 CSS pixels on each side at 100 %. */
const page = { widthPt: 75, heightPt: 75 };
const stage = { width: 200, height: 100 };

describe('the zoom', () => {
  test.each([
    [2, 2],
    ['width', 2],
    [0.01, 0.25],
    [9, 4],
  ] as const)('%s is %d', (zoom, factor) => {
    expect(zoomFactor(zoom, page, stage)).toBeCloseTo(factor);
  });

  test('to fit leaves a margin, and goes below the least for a poster', () => {
    expect(zoomFactor('fit', page, stage)).toBeCloseTo(0.96);
    expect(zoomFactor('fit', { widthPt: 7500, heightPt: 7500 }, stage)).toBeLessThan(0.25);
  });

  test.each([
    [1, 'in', 1.25],
    [1.1, 'out', 1],
    [4, 'in', 4],
    [0.25, 'out', 0.25],
  ] as const)('%d steps %s to %d', (factor, direction, next) => {
    expect(steppedZoom(factor, direction)).toBe(next);
  });
});

describe('what the stage shows', () => {
  test('a page smaller than the stage stands in its middle', () => {
    const view = viewOf({ page: 3, center: { x: 0.9, y: 0.1 } }, page, stage, 0.5, 1);
    expect(view).toEqual({ page: 3, pixelsPerPoint: 2 / 3, left: 75, top: 25, width: 200, height: 100 });
  });

  test('a larger one covers it, to the edges', () => {
    expect(viewOf({ page: 1, center: { x: 0, y: 1 } }, page, stage, 4, 1)).toMatchObject({
      left: 0,
      top: -300,
    });
    expect(viewOf({ page: 1, center: MIDDLE }, page, stage, 4, 1)).toMatchObject({ left: -100, top: -150 });
  });

  test('on a dense screen it has more pixels, never more than the stage', () => {
    expect(viewOf({ page: 1, center: MIDDLE }, page, stage, 4, 2)).toMatchObject({
      left: -200,
      width: 400,
      height: 200,
    });
  });
});

describe('dragging', () => {
  test('moves the center against the drag', () => {
    const { x, y } = draggedCenter(MIDDLE, { x: 40, y: -20 }, page, stage, 4);
    expect([x, y]).toEqual([0.4, 0.55]);
  });

  test('stops at the edge of the page, and starts from there', () => {
    const { x, y } = draggedCenter({ x: 0, y: 0.9 }, { x: -40, y: -900 }, page, stage, 4);
    expect(x).toBeCloseTo(0.35);
    expect(y).toBeCloseTo(0.875);
  });

  test('does not move a page that is seen whole', () => {
    expect(draggedCenter(MIDDLE, { x: 40, y: 40 }, page, stage, 0.5)).toEqual(MIDDLE);
  });
});
