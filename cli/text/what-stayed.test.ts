import { expect, test } from 'vitest';
import { stayedText, whatStayed } from './what-stayed.ts';

const IMAGE = {
  object: 4,
  width: 10,
  height: 10,
  bitsPerComponent: 8,
  colorSpace: 'DeviceRGB',
  codec: 'jpx',
  softMask: false,
} as const;
const image = (size: number, reason: 'jpx-alpha' | 'not-smaller') =>
  ({ ...IMAGE, size, outcome: { kind: 'kept', reason } }) as const;
const FONT = {
  object: 9,
  name: 'Lohit',
  format: 'TrueType',
  size: 400_000,
  outcome: { kind: 'kept', reason: 'form-field-font' },
} as const;

test('where little is saved, the reason for most of the result is named', () => {
  const images = [image(300_000, 'not-smaller'), image(350_000, 'not-smaller'), image(200_000, 'jpx-alpha')];
  const report = { inputSize: 1_000_000, outputSize: 990_000, images, fonts: [] };
  const stayed = whatStayed(report);
  expect(stayed).toEqual({ kind: 'image', count: 2, bytes: 650_000, reason: 'not-smaller' });
  expect(stayedText(stayed ?? expect.fail())).toBe('2 images of 650.0 KB stayed as they were: not-smaller.');
  // Enough is saved.
  expect(whatStayed({ ...report, outputSize: 980_000 })).toBeNull();
  // No reason explains half of it.
  expect(whatStayed({ ...report, inputSize: 1_500_000, outputSize: 1_490_000 })).toBeNull();
});

test('an image that keeps all pixels is named, though its coding changed', () => {
  const outcome = {
    kind: 'replaced',
    codec: 'dct',
    width: 10,
    height: 10,
    size: 890_000,
    allPixels: 'color-key-mask',
  } as const;
  const report = {
    inputSize: 1_000_000,
    outputSize: 990_000,
    images: [{ ...IMAGE, size: 900_000, outcome }],
    fonts: [],
  };
  expect(whatStayed(report)).toMatchObject({ count: 1, reason: 'color-key-mask' });
});

test('fonts are named, and images that became smaller are not', () => {
  const changed = {
    ...IMAGE,
    size: 900_000,
    outcome: { kind: 'replaced', codec: 'dct', width: 10, height: 10, size: 9 },
  } as const;
  const stayed = whatStayed({ inputSize: 500_000, outputSize: 499_000, images: [changed], fonts: [FONT] });
  expect(stayedText(stayed ?? expect.fail())).toBe('1 font of 400.0 KB stayed as it was: form-field-font.');
});
