import { describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../options.ts';
import { compactProfile, MAX_DELTA_E } from '../pdf/image/icc/compact.ts';
import { compactInkProfile } from '../pdf/image/icc/compact-ink.ts';
import { compactTableProfile } from '../pdf/image/icc/compact-tables.ts';
import { readInkProfile } from '../pdf/image/icc/profile.ts';
import { issueReceipt } from '../receipt/issue-receipt.ts';
import { receiptSchema } from '../receipt/receipt-schema.ts';
import { FileBuilder, latin1Bytes } from '../testing/documents/files.ts';
import {
  adobeRgb,
  grayTable,
  inkProfile,
  profile,
  scannerProfile,
  srgbByTable,
  srgbV2,
  srgbV4,
  withColorTable,
} from '../testing/documents/icc-profiles.ts';
import { createTestHost } from '../testing/host.ts';
import { openInPdfium, pixelDifference } from '../testing/oracles/pdfium-render.ts';

const host = createTestHost();

/** A page painted in 64 colors of the profile; `catalog` may use the profile elsewhere. */
function painted(
  icc: Uint8Array,
  components: number,
  catalog = '',
  entries = '',
  drawing = cellsOf(components),
): Uint8Array {
  return new FileBuilder()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 80 80] /Contents 4 0 R
        /Resources << /ColorSpace << /P [ /ICCBased 5 0 R ] >> >> >>`,
    )
    .stream(4, '', latin1Bytes(`/P cs ${drawing}`))
    .stream(5, `/N ${components} ${entries}`, icc)
    .stream(6, `/N ${components}`, catalog === '' ? new Uint8Array() : icc)
    .table('/Root 1 0 R')
    .build();
}

function cellsOf(components: number): string {
  const cells = Array.from({ length: 64 }, (_, at) => {
    const color = [(at % 4) / 3, (Math.floor(at / 4) % 4) / 3, Math.floor(at / 16) / 3];
    const operands = components === 1 ? [at / 63] : color;
    return `${operands.map((value) => value.toFixed(4)).join(' ')} sc ${(at % 8) * 10} ${Math.floor(at / 8) * 10} 10 10 re f`;
  });
  return cells.join('\n');
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
    expect(report.profiles![0]!.after).toBeLessThan(most);
    expect(await mostDifference(input, bytes)).toBeLessThanOrEqual(1);
  });

  test('becomes smaller beside an output intent of the same colors whose entries differ', async () => {
    const intent = '/OutputIntents [ << /Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile 6 0 R >> ]';
    const { report } = await small(painted(srgbV2(), 3, intent, '/Alternate /DeviceRGB'));
    expect(report.profiles?.[0]?.after).toBeLessThan(450);
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
    // From one level to the next, L* rises by 100 / 255 on average.
    expect(MAX_DELTA_E).toBeLessThan(100 / 255);
  });
});

describe('a profile of four inks', () => {
  const icc = inkProfile();
  const paintedInks = (catalog = '') => {
    const cells = Array.from({ length: 64 }, (_, at) => {
      const inks = [at % 2, (at >> 1) % 2, (at >> 2) % 2, (at >> 3) / 7];
      return `${inks.join(' ')} sc ${(at % 8) * 10} ${Math.floor(at / 8) * 10} 10 10 re f`;
    });
    return painted(icc, 4, catalog, '', cells.join('\n'));
  };

  test('keeps all tags that its class requires, and the data that a source is asked for', async () => {
    const lean = compactInkProfile(icc)!;
    expect(lean.length).toBeLessThan(icc.length * 0.7);
    const [before, after] = [readInkProfile(icc)!.tags, readInkProfile(lean)!.tags];
    expect([...after.keys()]).toEqual([...before.keys()].filter((name) => name !== 'gamt'));
    for (const name of ['A2B0', 'A2B1', 'A2B2', 'B2A0', 'wtpt'])
      expect(after.get(name)).toEqual(before.get(name));
    expect(compactInkProfile(lean)).toBeNull();
  });

  test('shows the same colors', async () => {
    const input = paintedInks();
    const { bytes, report } = await small(input);
    expect(report.profiles).toHaveLength(1);
    expect(await mostDifference(input, bytes)).toBe(0);
  });

  test('stays whole beside an output intent of the same colors, with which it is merged', async () => {
    const intent = '/OutputIntents [ << /Type /OutputIntent /S /GTS_PDFX /DestOutputProfile 6 0 R >> ]';
    const alone = await small(paintedInks());
    const both = await small(paintedInks(intent));
    expect(both.report.profiles ?? []).toEqual([]);
    expect(both.bytes.length).toBeLessThan(alone.bytes.length + icc.length / 2);
  });
});

describe('a profile of tables', () => {
  test.each(['mft2', 'mAB '] as const)('of a standard space becomes that space (%s)', async (type) => {
    const icc = srgbByTable(type);
    const input = painted(icc, 3);
    const { bytes, report } = await small(input);
    expect(report.profiles).toMatchObject([{ object: 5, before: icc.length }]);
    expect(report.profiles![0]!.after).toBeLessThan(500);
    // PDFium applies tables through its own grid, which is also off by a level.
    expect(await mostDifference(input, bytes)).toBeLessThanOrEqual(2);
  });

  const measured: readonly (readonly [string, Uint8Array])[] = [
    ['targ', new Uint8Array(3000).fill(7)],
    ['B2A0', new Uint8Array(5000).fill(8)],
  ];
  const vivid = (rgb: readonly number[]) => {
    const [l, a, b] = srgbLab(rgb) as [number, number, number];
    return [l, a * 1.1, b * 0.9];
  };

  test.each(['mft1', 'mft2', 'mAB '] as const)(
    'of a device keeps its table, once, and what is seen by it (%s)',
    async (type) => {
      const icc = scannerProfile({ type, points: 9, color: vivid, others: measured });
      const lean = compactTableProfile(icc);
      const table = scannerProfile({ type, points: 9, color: vivid }).length / 2;
      expect(lean?.length).toBeGreaterThan(table * 0.9);
      expect(lean?.length).toBeLessThan(table * 1.2);
      const input = painted(icc, 3);
      const { bytes, report } = await small(input);
      expect(report.profiles).toHaveLength(1);
      expect(await mostDifference(input, bytes)).toBe(0);
    },
  );

  test('is no standard space that it is only near to', () => {
    // Between its points, colors are off by up to half a ΔE, and more with eight bits.
    for (const type of ['mft1', 'mft2', 'mAB '] as const) {
      const lean = compactTableProfile(scannerProfile({ type, points: 17, color: srgbLab }));
      expect(lean?.length).toBeGreaterThan(14_000);
    }
  });

  test('of a printer keeps the way back to its device', () => {
    const icc = scannerProfile({
      type: 'mft2',
      points: 9,
      color: vivid,
      deviceClass: 'prtr',
      others: measured,
    });
    expect(Buffer.from(compactTableProfile(icc) ?? []).toString('latin1')).toContain('B2A0');
  });

  test('stays where colours are blended in its space', async () => {
    const icc = scannerProfile({ type: 'mft2', points: 9, color: vivid, others: measured });
    const group = '/Group << /S /Transparency /CS [ /ICCBased 5 0 R ] >>';
    const { report } = await small(painted(icc, 3, `/Extra << ${group} >>`));
    expect(report.profiles).toBeUndefined();
  });

  test('that is broken anywhere is refused, or is a table still', () => {
    const icc = scannerProfile({ type: 'mAB ', points: 3, color: vivid, others: measured });
    for (let at = 128; at < 420; at += 1) {
      const broken = icc.slice();
      broken[at]! ^= 0xff;
      const compact = compactTableProfile(broken);
      expect(compact === null || compact.length < broken.length).toBe(true);
    }
  });
});

/** L*, a* and b* of sRGB for the illuminant D50, by the public formulas. */
function srgbLab(rgb: readonly number[]): readonly number[] {
  const light = rgb.map((stored) => (stored <= 0.04045 ? stored / 12.92 : ((stored + 0.055) / 1.055) ** 2.4));
  const rows = [
    [0.43607, 0.38515, 0.14307],
    [0.22249, 0.71687, 0.06061],
    [0.01392, 0.09708, 0.7141],
  ];
  const [x, y, z] = rows.map((row, axis) => {
    const share = row.reduce((sum, part, at) => sum + part * light[at]!, 0) / [0.9642, 1, 0.8249][axis]!;
    return share > 216 / 24_389 ? Math.cbrt(share) : ((24_389 / 27) * share + 16) / 116;
  });
  return [116 * y! - 16, 500 * (x! - y!), 200 * (y! - z!)];
}

/** Pages with a profile each. */
function pagesWith(count: number, iccOf: (at: number) => Uint8Array, components: number): Uint8Array {
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(
      2,
      `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, at) => `${10 + at * 3} 0 R`).join(' ')}] >>`,
    );
  for (let at = 0; at < count; at += 1) {
    const page = 10 + at * 3;
    file
      .object(
        page,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 80 80] /Contents ${page + 1} 0 R
          /Resources << /ColorSpace << /P [ /ICCBased ${page + 2} 0 R ] >> >> >>`,
      )
      .stream(
        page + 1,
        '',
        latin1Bytes(`/P cs .${at} .2 .3 ${components === 4 ? '.1' : ''} sc 0 0 40 40 re f`),
      )
      .stream(page + 2, `/N ${components}`, iccOf(at));
  }
  return file.table('/Root 1 0 R').build();
}

describe('profiles that differ only in date, program and texts', () => {
  const pages = (count: number, iccOf: (at: number) => Uint8Array) => pagesWith(count, iccOf, 4);
  const cmyk = (at: number) => {
    const name = new Uint8Array(20 + at).fill(65 + at);
    const icc = profile({
      tags: [
        ['desc', name],
        ['cprt', name],
        ['A2B0', Uint8Array.from({ length: 3000 }, (_, index) => (index * index) >> 3)],
      ],
    });
    icc.set(latin1Bytes('CMYK'), 16);
    for (const place of [24, 40, 80, 84]) icc[place] = at + 1;
    return icc;
  };
  test('are one, and any other difference keeps them apart', async () => {
    const one = (await small(pages(1, cmyk))).bytes.length;
    const six = await small(pages(6, cmyk));
    expect(six.bytes.length).toBeLessThan(one + 1000);
    expect(six.report.warnings).toEqual([]);
    const otherwise = async (place: number) => {
      const changed = (at: number) => {
        const icc = cmyk(0);
        icc[place] = at + 1;
        return icc;
      };
      return (await small(pages(2, changed))).bytes.length - (await small(pages(1, changed))).bytes.length;
    };
    // Rendering intent, flags, and a value of the table.
    for (const place of [67, 47, cmyk(0).length - 9]) expect(await otherwise(place)).toBeGreaterThan(1000);
    const exact = await small(pages(6, cmyk), { quality: 100 });
    expect(exact.bytes.length).toBeGreaterThan(one * 4);
  });

  test('are one without any loss where it is the date alone', async () => {
    const dated = (place: number) => (at: number) => {
      const icc = cmyk(0);
      icc[place] = at + 1;
      return icc;
    };
    const growth = async (place: number) => {
      const lengths = [1, 6].map(async (count) => {
        const { bytes } = await small(pages(count, dated(place)), { quality: 100 });
        return bytes.length;
      });
      const [one, six] = await Promise.all(lengths);
      return six! - one!;
    };
    // Year, ID.
    for (const place of [25, 84]) expect(await growth(place)).toBeLessThan(1000);
    // Platform, creator, a text.
    for (const place of [40, 80, 165]) expect(await growth(place)).toBeGreaterThan(5000);
  });

  test.each([
    ['at the defaults', {}],
    ['without any loss', { quality: 100 }],
  ])('are one in output intents where it is the date alone: %s', async (_name, options) => {
    const intents = (iccOf: (at: number) => Uint8Array) => {
      const file = new FileBuilder()
        .object(1, '<< /Type /Catalog /Pages 2 0 R /OutputIntents [ 4 0 R 5 0 R ] >>')
        .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
        .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 80 80] >>');
      for (const at of [0, 1]) {
        const kind = ['GTS_PDFX', 'GTS_PDFA1'][at];
        file
          .object(4 + at, `<< /Type /OutputIntent /S /${kind} /DestOutputProfile ${6 + at} 0 R >>`)
          .stream(6 + at, '/N 4', iccOf(at));
      }
      return file.table('/Root 1 0 R').build();
    };
    const dated = (at: number) => {
      const icc = cmyk(0);
      icc[25] = at + 1;
      return icc;
    };
    const same = await small(
      intents(() => cmyk(0)),
      options,
    );
    const two = await small(intents(dated), options);
    expect(Math.abs(two.bytes.length - same.bytes.length)).toBeLessThan(20);
    // Texts may say whose it is: here they stay.
    const texts = await small(intents(cmyk), options);
    expect(texts.bytes.length).toBeGreaterThan(two.bytes.length + 1000);
  });
});

test('profiles of curves that differ only in date are one too', async () => {
  const dated = (at: number) => {
    const icc = srgbV2().slice();
    icc[25] = at + 1;
    return icc;
  };
  const one = await small(pagesWith(1, dated, 3));
  const six = await small(pagesWith(6, dated, 3));
  expect(six.bytes.length).toBeLessThan(one.bytes.length + 900);
  expect(six.report.profiles).toHaveLength(6);
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

  test('that is packed in a way that nobody knows', async () => {
    const { report } = await small(painted(srgbV2(), 3, '', '/Filter /What'));
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
      broken[at]! ^= 0xff;
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
