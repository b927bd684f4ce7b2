import { beforeAll, describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import type { KeptImage, RecodeJob, SampleSpace } from '../../image-jobs/types.ts';
import { createTestHost } from '../../testing/host.ts';
import { recodeJob } from '../../testing/pictures/image-jobs.ts';
import { lineArt, photo, scan } from '../../testing/pictures/rasters.ts';
import { createWork } from '../run-job.ts';
import { unpackedJob } from './unpacked-job.ts';

const WIDTH = 320;
const HEIGHT = 240;
const RGB: SampleSpace = { kind: 'rgb', mayBecomeGray: true };

/** Each level three times: gray as RGB. */
function inThree({ samples }: Raster): Uint8Array {
  return new Uint8Array(samples.length * 3).map((_, at) => samples[Math.floor(at / 3)]!);
}

/** Levels of a photograph along one side of line art: too many for 16 colors. */
function toned(): Raster {
  const lines = lineArt(WIDTH, HEIGHT, 1);
  const shades = photo(WIDTH, HEIGHT, 1);
  return {
    ...lines,
    samples: lines.samples.map((level, at) => (at % WIDTH < 40 ? shades.samples[at]! : level)),
  };
}

function jobOf(rows: Uint8Array, changes: Partial<RecodeJob> = {}): RecodeJob {
  const packing = {
    filter: 'flate',
    predictor: null,
    expectedBytes: rows.length,
    mostBytes: 1 << 24,
  } as const;
  return recodeJob(
    { width: WIDTH, height: HEIGHT, channels: 3, samples: rows },
    { source: { kind: 'samples', rows: deflate(rows), packing }, ...changes },
    { quality: 60, mayBecomeJpeg: true },
  );
}

/** True if these are the samples of the job. */
function isOf(job: RecodeJob | KeptImage, rows: Uint8Array): boolean {
  return (
    job.kind === 'recode' && job.source.kind === 'samples' && Buffer.compare(job.source.rows, rows) === 0
  );
}

let work: ReturnType<typeof createWork>;
beforeAll(() => {
  work = createWork(createTestHost());
});

describe('RGB samples that are nothing but gray', () => {
  test.each([
    ['a photograph', photo(WIDTH, HEIGHT, 1)],
    ['a scanned page', scan(WIDTH, HEIGHT, 1)],
    ['line art', lineArt(WIDTH, HEIGHT, 1)],
    ['line art with shades', toned()],
  ])('are one component in memory, and become what all three of them become: %s', async (_name, picture) => {
    const rows = inThree(picture);
    const job = jobOf(rows);
    const { job: unpacked, bytes } = unpackedJob(job);
    expect(unpacked).toMatchObject({ space: { isGray: true } });
    expect(isOf(unpacked, picture.samples)).toBe(true);
    expect(bytes).toBe(rows.length);
    for (const target of [job.target, { width: WIDTH / 2, height: HEIGHT / 2 }]) {
      for (const quality of [40, 80, 100]) {
        const settings = { ...job.settings, quality };
        const { unpackedBytes, ...one } = await work({ ...job, target, settings });
        const three = await work({ ...job, target, settings, source: { kind: 'samples', rows } });
        expect(one).toEqual(three);
        expect(unpackedBytes).toBe(rows.length);
      }
    }
  });

  test.each<[string, Partial<RecodeJob>]>([
    ['the space stays', { space: { kind: 'rgb', mayBecomeGray: false } }],
    ['the samples stay', { refusal: 'unsupported-decode' }],
    ['text may go onto layers', { separable: 300 }],
    ['a matte is in them', { matte: [0, 0, 0] }],
  ])('come whole where %s', (_name, changes) => {
    const rows = inThree(photo(WIDTH, HEIGHT, 1));
    expect(isOf(unpackedJob(jobOf(rows, changes)).job, rows)).toBe(true);
  });

  test('are bounded as they would be whole', () => {
    const rows = inThree(photo(WIDTH, HEIGHT, 1));
    const job = jobOf(rows);
    if (job.source.kind !== 'samples' || job.source.packing === undefined)
      throw new Error('no packed samples');
    const source = { ...job.source, packing: { ...job.source.packing, mostBytes: rows.length - 1 } };
    expect(unpackedJob({ ...job, source }).job).toMatchObject({ kind: 'kept', reason: 'too-many-pixels' });
  });
});

test('one pixel of colour, and the samples come as they are', () => {
  const rows = inThree(photo(WIDTH, HEIGHT, 1));
  rows[rows.length - 1]! ^= 1;
  const { job } = unpackedJob(jobOf(rows));
  expect(job).toMatchObject({ space: RGB });
  expect(isOf(job, rows)).toBe(true);
});
