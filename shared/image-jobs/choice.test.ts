import { describe, expect, test } from 'vitest';
import type { DeferredEncoding } from '../codecs/deferred-encoding.ts';
import { createTestHost } from '../testing/host.ts';
import { plainJob } from '../testing/pictures/image-jobs.ts';
import {
  COARSE_SHARE,
  jpegOrLossless,
  LINE_ART_SHARE,
  LOSSY_SHARE,
  REENCODED_SHARE,
  reencodedOrOptimized,
  smallerOf,
} from './choice.ts';
import type { EncodedImage } from './encoded-image.ts';
import { createImageCodecs } from './image-codecs.ts';
import { runImageJob } from './image-job.ts';
import { kept, replaced } from './types.ts';

/** An image of so many bytes in the file. */
function form(kind: 'dct' | 'flate', bytes: number): EncodedImage {
  const data = new Uint8Array(bytes);
  return {
    width: 10,
    height: 10,
    bits: 8,
    space: { kind: 'same' },
    data:
      kind === 'dct' ? { kind, bytes: data, coding: 'new' } : { kind, bytes: data, predictorColors: null },
  };
}

/** A draft whose estimate is exact. */
function draft(kind: 'dct' | 'flate', bytes: number): DeferredEncoding<EncodedImage> {
  return { about: bytes, finish: () => form(kind, bytes) };
}

function codecOf(result: ReturnType<typeof jpegOrLossless>): string {
  return result.kind === 'kept' ? result.reason : result.image.data.kind;
}

describe('a JPEG of samples', () => {
  const job = { ...plainJob(), storedBytes: 10_000 };

  test.each([
    [LOSSY_SHARE, 1000, 900, 'dct'],
    [LOSSY_SHARE, 1000, 901, 'flate'],
    [LINE_ART_SHARE, 1000, 700, 'dct'],
    [LINE_ART_SHARE, 1000, 701, 'flate'],
    // The stored bytes count as a lossless form.
    [LOSSY_SHARE, 12_000, 9000, 'dct'],
    [LOSSY_SHARE, 20_000, 9001, 'not-smaller'],
  ])('needs at most %d of %d lossless bytes: with %d it is %s', (share, lossless, jpeg, wins) => {
    expect(codecOf(jpegOrLossless(job, draft('dct', jpeg), share, draft('flate', lossless)))).toBe(wins);
  });

  test('is not finished if it cannot win, nor is the lossless form', () => {
    const never = { about: 5000, finish: () => expect.unreachable() };
    expect(codecOf(jpegOrLossless(job, never, LOSSY_SHARE, draft('flate', 1000)))).toBe('flate');
    expect(codecOf(jpegOrLossless(job, draft('dct', 1000), LOSSY_SHARE, never))).toBe('dct');
  });
});

describe('a JPEG that is encoded again', () => {
  const job = { ...plainJob(), storedBytes: 10_000 };

  test.each([
    [4900, 0, REENCODED_SHARE, 'dct'],
    [5700, 6000, REENCODED_SHARE, 'dct'],
    [5701, 6000, REENCODED_SHARE, 'flate'],
    [4900, 0, COARSE_SHARE, 'dct'],
    [5600, 7000, COARSE_SHARE, 'dct'],
    [5601, 7000, COARSE_SHARE, 'flate'],
  ])('with %d bytes beside %d and a share of %d: %s wins', (bytes, optimizedBytes, share, wins) => {
    const optimize = () =>
      optimizedBytes === 0 ? expect.unreachable() : { about: optimizedBytes, finish: () => new Uint8Array() };
    const chosen = reencodedOrOptimized(job, {
      result: replaced(form('dct', bytes)),
      bytes,
      plainBytes: 9900,
      share,
      optimize,
      optimized: () => replaced(form('flate', optimizedBytes)),
    });
    expect(codecOf(chosen)).toBe(wins);
  });
});

test('forms of equal size leave the image as it is', () => {
  expect(smallerOf({ storedBytes: 100 }, [form('flate', 100)])).toEqual(kept('not-smaller'));
  expect(smallerOf({ storedBytes: 101 }, [form('dct', 102), form('flate', 100)])).toMatchObject({
    image: { data: { kind: 'flate' } },
  });
});

test('retries a prepared image without its source', async () => {
  const raster = { width: 16, height: 16, channels: 1, samples: new Uint8Array(256).fill(90) } as const;
  const picture = {
    raster,
    space: { kind: 'same' },
    chroma: 'none',
    storedWidth: 32,
    storedQuality: null,
    metadata: new Uint8Array(),
    share: LOSSY_SHARE,
    isDetailed: true,
    unblended: false,
    becameGray: false,
  } as const;
  const step = { target: { width: 8, height: 8 }, quality: 40 };
  const result = await runImageJob({ kind: 'retry', picture, step }, createImageCodecs(createTestHost()));
  expect(result).toMatchObject({
    kind: 'replaced',
    image: { width: 8 },
    lostDetail: true,
    share: LOSSY_SHARE,
  });
});
