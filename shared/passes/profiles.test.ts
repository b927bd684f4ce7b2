import { describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../options.ts';
import { compactProfile, MOST_DELTA_E } from '../pdf/image/icc/compact.ts';
import { issueReceipt } from '../receipt/issue-receipt.ts';
import { receiptSchema } from '../receipt/receipt-schema.ts';
import { FileBuilder, latin1Bytes } from '../testing/documents/files.ts';
import {
  adobeRgb,
  grayTable,
  profile,
  srgbV2,
  srgbV4,
  withColorTable,
} from '../testing/documents/icc-profiles.ts';
import { createTestHost } from '../testing/host.ts';
import { openInPdfium, pixelDifference } from '../testing/oracles/pdfium-render.ts';

const host = createTestHost();

/** A page painted in a colour of each of 64 tones of the profile, and what else of the profile is in the file. */
function painted(icc: Uint8Array, components: number, catalog = ''): Uint8Array {
  const cells = Array.from({ length: 64 }, (_, at) => {
    const color = [(at % 4) / 3, (Math.floor(at / 4) % 4) / 3, Math.floor(at / 16) / 3];
    const operands = components === 1 ? [at / 63] : color;
    return `${operands.map((value) => value.toFixed(4)).join(' ')} sc ${(at % 8) * 10} ${Math.floor(at / 8) * 10} 10 10 re f`;
  });
  return new FileBuilder()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 80 80] /Contents 4 0 R
        /Resources << /ColorSpace << /P [ /ICCBased 5 0 R ] >> >> >>`,
    )
    .stream(4, '', latin1Bytes(`/P cs ${cells.join('\n')}`))
    .stream(5, `/N ${components}`, icc)
    .table('/Root 1 0 R')
    .build();
}

const small = (input: Uint8Array, options: Partial<CompressOptions> = {}) =>
  compress(input, { ...DEFAULT_OPTIONS, ...options }, { host });

async function mostDifference(before: Uint8Array, after: Uint8Array): Promise<number> {
  const [one, other] = [await openInPdfium(before), await openInPdfium(after)];
  const found = pixelDifference(one.render(0, 72), other.render(0, 72));
  one.close();
  other.close();
  return found?.most ?? 0;
}

describe('a profile of curves', () => {
  test.each([
    ['sRGB as cameras embed it', srgbV2(), 3, 450],
    ['gray of a table', grayTable(), 1, 300],
    ['sRGB as a formula, with its curve three times', srgbV4(), 3, 420],
    ['Adobe RGB, which stays what it is', adobeRgb(), 3, 320],
  ] as const)('becomes smaller, and shows the same colours: %s', async (_name, icc, components, most) => {
    const input = painted(icc, components);
    const { bytes, report } = await small(input);
    expect(report.profiles).toMatchObject([{ object: 5, before: icc.length }]);
    expect(report.profiles?.[0].after).toBeLessThan(most);
    expect(await mostDifference(input, bytes)).toBeLessThanOrEqual(1);
  });

  test('is compact once, and stays so', () => {
    const once = compactProfile(srgbV2());
    expect(once).not.toBeNull();
    expect(compactProfile(once ?? new Uint8Array())).toBeNull();
  });

  test('keeps its name, its white and whose it is', () => {
    const text = Buffer.from(compactProfile(srgbV2()) ?? []).toString('latin1');
    expect(text).toContain('sRGB IEC61966-2.1');
    expect(text).toContain('Public domain');
    expect(text).toContain('wtpt');
    expect(text).not.toContain('IEC http');
  });

  test('is off by less than one of 255 levels of gray, whatever is stated', () => {
    // From one level to the next L* rises by 100 / 255 in the mean.
    expect(MOST_DELTA_E).toBeLessThan(100 / 255);
  });
});

describe('a profile stays as it is', () => {
  const cut = (icc: Uint8Array, length: number) => icc.subarray(0, length);
  test.each([
    ['with a table of colours', withColorTable()],
    ['with a tag that nobody knows', profile({ tags: [['what', new Uint8Array(900)]] })],
    ['that ends early', cut(srgbV2(), 2000)],
    ['that is only a head', cut(srgbV2(), 128)],
    ['without curves', profile({ tags: [['desc', new Uint8Array(900)]] })],
    ['that is none', new Uint8Array(3000).fill(65)],
    ['that is empty', new Uint8Array()],
  ])('%s', async (_name, icc) => {
    expect(compactProfile(icc)).toBeNull();
    const { report } = await small(painted(icc, 3));
    expect(report.profiles).toBeUndefined();
  });

  test.each([
    ['where nothing may be lost', { quality: 100 }],
    ['where pictures may not become JPEG', { convertToJpeg: false }],
  ])('%s', async (_name, options) => {
    const { report } = await small(painted(srgbV2(), 3), options);
    expect(report.profiles).toBeUndefined();
  });

  test('that says what the document is printed for', async () => {
    const intent = '/OutputIntents [ << /Type /OutputIntent /S /GTS_PDFX /DestOutputProfile 5 0 R >> ]';
    const { report } = await small(painted(srgbV2(), 3, intent));
    expect(report.profiles).toBeUndefined();
  });

  test('whatever bytes of it are broken, nothing is thrown', () => {
    const icc = srgbV2();
    for (let at = 128; at < 400; at += 1) {
      const broken = icc.slice();
      broken[at] ^= 0xff;
      const compact = compactProfile(broken);
      expect(compact === null || compact.length < broken.length).toBe(true);
    }
  });
});

test('the receipt names the profiles that became smaller', async () => {
  const input = painted(srgbV2(), 3);
  const receipt = await issueReceipt(input, await small(input), { host });
  expect(receipt.profilesChanged).toMatchObject([{ object: 5 }]);
  expect(receiptSchema.parse(JSON.parse(JSON.stringify(receipt)))).toEqual(receipt);
});
