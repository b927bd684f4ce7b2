import { beforeAll, expect, test } from 'vitest';
import { compress } from './compress.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';
import { albumFile } from './testing/documents/album-file.ts';
import { createTestHost } from './testing/host.ts';

const host = createTestHost();
/** More than everything except images takes, but less than the images can reach. */
const TOO_SMALL = 2500;
let album: Uint8Array;

beforeAll(async () => {
  album = await albumFile(1);
});

const compressed = (options: Partial<CompressOptions>) =>
  compress(album, { ...DEFAULT_OPTIONS, ...options }, { host });

test.each<Partial<CompressOptions>>([
  {},
  { quality: 50, maxDpi: 150 },
  { quality: 90, maxDimension: 150 },
  { minDpi: 150 },
  { grayscale: true, maxDimension: 1_000_000 },
])(
  'the least size that is named with %j is reached by asking for it, and no quality goes below',
  async (options) => {
    const missed = await compressed({ ...options, targetSize: TOO_SMALL });
    const least = missed.report.target?.missed?.minSize ?? 0;
    expect(least).toBeGreaterThan(TOO_SMALL);
    const reached = await compressed({ ...options, targetSize: least });
    expect(reached.report.warnings).not.toContain('target-missed');
    expect(reached.bytes.length).toBeLessThanOrEqual(least);
    const closest = await compressed({ ...options, targetSize: TOO_SMALL, targetMode: 'closest' });
    expect(closest.bytes.length).toBe(least);
    for (const { quality, maxDpi } of [
      { quality: 20, maxDpi: 72 },
      { quality: 35, maxDpi: 125 },
      { quality: 50, maxDpi: 220 },
    ]) {
      const { bytes } = await compressed({
        ...options,
        quality,
        maxDpi: Math.max(maxDpi, options.minDpi ?? 0),
      });
      // Further forms of an image are made from its first one: a few bytes may differ.
      expect(bytes.length, `quality ${quality}`).toBeGreaterThan(least * 0.999);
    }
  },
);
