import { expect, test } from 'vitest';
import type { PassReport } from '../../../shared/index.ts';
import { imageReport } from '../../testing/inspections.ts';
import { workSteps } from './work-steps.ts';

function passOf(pass: PassReport['pass'], parts: Partial<PassReport>): PassReport {
  return { pass, items: 0, changed: 0, savedBytes: 0, skips: {}, ...parts };
}

test('a step that is taken twice is told once, and its numbers add up', () => {
  const passes = [
    passOf('resources', { items: 210, skips: { 'already-small': 210 } }),
    passOf('unused', { items: 40, changed: 15 }),
    passOf('resources', { items: 836, changed: 836, savedBytes: 9 }),
  ];
  expect(workSteps({ passes, images: [] })).toMatchObject([
    { pass: 'resources', items: 1046, changed: 836, savedBytes: 9, skips: { 'already-small': 210 } },
    { pass: 'unused', items: 40, changed: 15 },
  ]);
});

test('images are counted as the row counts them: a soft mask is part of its image', () => {
  const kept = { kind: 'kept', reason: 'not-smaller' } as const;
  const images = [
    imageReport(1),
    imageReport(2, { outcome: kept }),
    imageReport(3, { outcome: kept }),
    imageReport(4, { softMask: true }),
    imageReport(5, { softMask: true, outcome: { kind: 'kept', reason: 'matte' } }),
  ];
  const passes = [
    passOf('images', { items: 5, changed: 2, savedBytes: 400, skips: { 'not-smaller': 2, matte: 1 } }),
  ];
  expect(workSteps({ passes, images })).toEqual([
    { pass: 'images', items: 3, changed: 1, savedBytes: 400, skips: { 'not-smaller': 2 } },
  ]);
});

test('what is packed as an image is not counted among what is packed', () => {
  const passes = [
    passOf('streams', { items: 10, changed: 2, skips: { 'image-codec': 7, 'not-smaller': 1 } }),
  ];
  expect(workSteps({ passes, images: [] })).toMatchObject([
    { items: 3, changed: 2, skips: { 'not-smaller': 1 } },
  ]);
});

test('steps that found nothing to do are not told', () => {
  const passes = [passOf('dedupe', {}), passOf('streams', { items: 7, skips: { 'image-codec': 7 } })];
  expect(workSteps({ passes, images: [] })).toEqual([]);
});
