import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plainRead } from '../../../testing/oracles/plain-jpeg/read.ts';
import { plainFile } from '../../../testing/oracles/plain-jpeg/write.ts';
import { jpegsIn } from '../../../testing/pictures/dct-streams.ts';
import { contentOf } from '../../../testing/pictures/jpeg-frames.ts';
import { readCoefficients } from '../read/read.ts';
import { smallestPlan } from './smallest-plan.ts';
import { writeFrame } from './write.ts';

const REAL = new URL('../../../fixtures/real/', import.meta.url);
const LIMITS = { maxPixels: 1 << 24 };
/** For larger files, writing by the oracle takes seconds. */
const MAX_WRITTEN_BYTES = 300_000;

test.each(readdirSync(REAL))(
  'JPEGs in %s are read and written as the standard says, bit by bit',
  async (name) => {
    for (const jpeg of await jpegsIn(readFileSync(new URL(name, REAL)))) {
      const { frame } = readCoefficients(jpeg, LIMITS)!;
      const plain = plainRead(jpeg, LIMITS.maxPixels)!;
      expect(contentOf(frame)).toEqual(contentOf(plain));
      const plan = smallestPlan(frame)!;
      const written = writeFrame(frame, plan, []);
      expect(contentOf(plainRead(written, LIMITS.maxPixels)!)).toEqual(contentOf(plain));
      if (jpeg.length > MAX_WRITTEN_BYTES) continue;
      const scans = plan.scans.map(({ scan }) => (scan.kind === 'dc-first' ? { ...scan, low: 0 } : scan));
      expect(Buffer.compare(written, plainFile(plain, scans))).toBe(0);
    }
  },
);
