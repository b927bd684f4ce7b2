import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compress } from '../../shared/compress.ts';
import { createTestHost } from '../../shared/testing/host.ts';
import { SAMPLE } from '../../web/compress/start/sample-sizes.ts';
import { DEFAULT_SETTINGS, optionsOf } from '../../web/options/settings.ts';

test('the line on the start says what really becomes of the sample', async () => {
  const sample = new Uint8Array(readFileSync(join(import.meta.dirname, '../../web/public/sample.pdf')));
  expect(sample.length).toBe(SAMPLE.before);
  const { bytes, report } = await compress(sample, optionsOf(DEFAULT_SETTINGS), { host: createTestHost() });
  // As exact as the displayed line: tenths of a kilobyte, with tolerance for a better codec.
  expect(Math.abs(bytes.length - SAMPLE.after)).toBeLessThan(1500);
  expect(report.warnings).toEqual([]);
});
