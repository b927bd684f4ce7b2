import { describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import type { CompressReport } from '../../report.ts';
import { FileBuilder, latin1Bytes } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';

const host = createTestHost();

const CONTENT = deflate(
  latin1Bytes(`BT /F 20 Tf 20 100 Td (text) Tj ET\n${'% filler\n'.repeat(60)}/I Do`),
  6,
);
const PHOTO = deflate(
  Uint8Array.from({ length: 300 }, (_, at) => (at * 37) & 255),
  6,
);

interface Damage {
  /** Writes something in the place of an object; null leaves it out. */
  readonly instead?: Readonly<Record<number, ((file: FileBuilder, number: number) => void) | null>>;
  readonly kids?: string;
  readonly count?: number;
  /** True for a file without a cross-reference. */
  readonly isXrefLost?: boolean;
  readonly above?: string;
}

/** Pages 3, 4 and 5 with contents 13, 14 and 15, which draw images 23, 24 and 25. */
async function reportOf(damage: Damage): Promise<CompressReport> {
  const { instead = {}, kids = '3 0 R 4 0 R 5 0 R', count = 3, above = '' } = damage;
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, `<< /Type /Pages /Kids [${kids}] /Count ${count} ${above} >>`)
    .object(9, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const place = (number: number, put: (file: FileBuilder, number: number) => void) => {
    const given = instead[number];
    if (given !== null) (given ?? put)(file, number);
  };
  for (const [index, number] of [3, 4, 5].entries()) {
    const resources = `<< /Font << /F 9 0 R >> /XObject << /I ${20 + number} 0 R >> >>`;
    place(number, (to) =>
      to.object(
        number,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${13 + index} 0 R ${above === '' ? `/Resources ${resources}` : ''} >>`,
      ),
    );
    place(13 + index, (to) => to.stream(13 + index, '/Filter /FlateDecode', CONTENT));
    place(20 + number, (to) => to.stream(20 + number, IMAGE, PHOTO));
  }
  const bytes =
    damage.isXrefLost === true
      ? file.raw('trailer\n<< /Root 1 0 R >>\n').end(1).build()
      : file.table('/Root 1 0 R').build();
  const { report } = await compress(bytes, DEFAULT_OPTIONS, { host });
  return report;
}

const IMAGE =
  '/Type /XObject /Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode';

const cut = (dict: string, data: Uint8Array) => (file: FileBuilder, number: number) =>
  file.stream(number, dict, data.subarray(0, data.length >> 1));

describe('what pages of a damaged file lack', () => {
  test('is told by number where their content ends early, though the rest was repaired', async () => {
    const report = await reportOf({
      isXrefLost: true,
      instead: { 14: cut('/Filter /FlateDecode', CONTENT) },
    });
    expect(report.warnings).toContain('repaired');
    expect(report.damage).toEqual({ pages: [2], missingPages: 0 });
  });

  test('is told where the content is not to be found', async () => {
    const report = await reportOf({ isXrefLost: true, instead: { 13: null, 15: null } });
    expect(report.warnings).toContain('around-damage');
    expect(report.damage).toEqual({ pages: [1, 3], missingPages: 0 });
  });

  test('is told where a picture cannot be read', async () => {
    const report = await reportOf({ instead: { 25: cut(IMAGE, PHOTO) } });
    expect(report.damage).toEqual({ pages: [3], missingPages: 0 });
  });

  test('is told of pages that are gone', async () => {
    const report = await reportOf({ isXrefLost: true, instead: { 4: null } });
    expect(report.damage).toEqual({ pages: [], missingPages: 1 });
  });

  test('is told of all pages that inherit what is lost', async () => {
    const above = '/Resources << /Font << /F 9 0 R >> /XObject << /I 77 0 R >> >>';
    const report = await reportOf({ isXrefLost: true, above });
    expect(report.damage).toEqual({ pages: [1, 2, 3], missingPages: 0 });
  });

  test('is nothing in a file that was repaired whole, nor in a sound one that refers to nothing', async () => {
    const repaired = await reportOf({ isXrefLost: true });
    expect(repaired.warnings).toContain('repaired');
    expect(repaired.damage).toBeUndefined();
    const sound = await reportOf({ instead: { 25: null } });
    expect(sound.damage).toBeUndefined();
  });
});
