import { describe, expect, test } from 'vitest';
import { pictureFacts } from '../codecs/pixels/classify.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { plainJob } from '../testing/pictures/image-jobs.ts';
import { lineArt, textPage } from '../testing/pictures/rasters.ts';
import { inFewerColors } from './fewer-colors.ts';
import type { RecodeJob } from './types.ts';

function jobFor({ width, height }: Raster, quality = 50): RecodeJob {
  const job = plainJob(width, height);
  return {
    ...job,
    space: { kind: 'rgb', mayBecomeGray: false },
    settings: { ...job.settings, quality, mayBecomeJpeg: true, mayChangeSpace: true },
  };
}

/** Lines and an icon with antialiased edges, as on a screen. */
function blended(): Raster {
  const { width, height, samples } = lineArt(240, 160, 3);
  const at = (index: number) => samples[Math.max(0, Math.min(samples.length - 1, index))]!;
  const row = width * 3;
  return {
    width,
    height,
    channels: 3,
    samples: samples.map((sample, i) =>
      Math.round((sample * 4 + at(i - 3) * 2 + at(i + 3) + at(i - row) * 3) / 10),
    ),
  };
}

function entries(raster: Raster, quality?: number) {
  const draft = inFewerColors(jobFor(raster, quality), raster, pictureFacts(raster).colors);
  const space = draft?.finish().space;
  return space?.kind === 'Indexed' ? space.table.length / space.entryBytes : null;
}

describe('line art in fewer colours', () => {
  test('takes sixteen where they hold every colour', () => {
    expect(entries(blended())).toBeLessThanOrEqual(16);
  });

  test('stays exact where small signs would lose their colours', () => {
    const raster = blended();
    const samples = raster.samples.slice();
    // Icons in a row, with more hues than sixteen entries can represent.
    for (let sign = 0; sign < 23; sign += 1) {
      const hue = [sign * 11, ((sign * 5) % 23) * 11, ((sign * 9) % 23) * 11];
      for (let y = 100; y < 104; y += 1)
        for (let x = 0; x < 4; x += 1) samples.set(hue, (y * 240 + sign * 10 + 4 + x) * 3);
    }
    expect(entries({ ...raster, samples })).toBeNull();
  });

  test('of gray in three components keeps three in every entry', () => {
    const { width, height, samples } = textPage(300, 200);
    const gray = samples.map((sample, at) => Math.min(255, sample + ((at * 7) % 40)));
    const three = new Uint8Array(gray.length * 3).map((_, at) => gray[Math.floor(at / 3)]!);
    const raster: Raster = { width, height, channels: 3, samples: three };
    const image = inFewerColors(jobFor(raster), raster, pictureFacts(raster).colors)?.finish();
    if (image?.space.kind !== 'Indexed') throw new Error('not a palette');
    const { table, entryBytes } = image.space;
    expect(entryBytes).toBe(3);
    for (let at = 0; at < table.length; at += 3) expect(new Set(table.subarray(at, at + 3)).size).toBe(1);
  });

  test('is not for those who asked for more', () => {
    expect(entries(blended(), 90)).toBeNull();
  });
});
