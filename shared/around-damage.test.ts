import { describe, expect, test } from 'vitest';
import { deflate } from './codecs/flate/deflate.ts';
import { compress } from './compress.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { DEFAULT_OPTIONS } from './options.ts';
import { spliceFile } from './pdf/splice/splice-file.ts';
import { FileBuilder, latin1Bytes } from './testing/documents/files.ts';
import { createTestHost } from './testing/host.ts';
import { openInPdfium } from './testing/oracles/pdfium-render.ts';

const TEXT = `BT /F 20 Tf 20 100 Td (kept) Tj ET\n${'% filler\n'.repeat(60)}`;
const IMAGE =
  '/Type /XObject /Subtype /Image /Width 40 /Height 40 /ColorSpace /DeviceGray /BitsPerComponent 8';
const SAMPLES = Uint8Array.from({ length: 1600 }, (_, index) => ((index % 40) + Math.floor(index / 40)) * 3);
/** Object 12, its descriptor, cannot be read: see `broken`. */
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontDescriptor 12 0 R >>';

/** A page with an image, text in a broken font, and after them an object that must be found at its new place. */
function body(text = TEXT, header = '%PDF-1.7\n', texts = ''): FileBuilder {
  return new FileBuilder(header)
    .object(1, '<< /Type /Catalog /Pages 2 0 R /Lang 6 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .stream(7, IMAGE, SAMPLES)
    .object(
      3,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /I 7 0 R >> >> >>',
    )
    .stream(4, texts, `q 50 0 0 50 20 20 cm /I Do Q\n${text}`)
    .object(5, FONT)
    .object(6, '(en)')
    .object(12, '<< /Type /FontDescriptor >>');
}

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 12];

/** Spoils the header of object 12. */
function broken(file: FileBuilder): Uint8Array {
  const bytes = file.build();
  bytes[Buffer.from(bytes).indexOf('12 0 obj') + 7] = 0x78;
  return bytes;
}

/** Offsets of the classic table that lead to no object of their number. */
function wrongRows(file: Uint8Array): number[] {
  const text = Buffer.from(file).toString('latin1');
  return [...text.matchAll(/^(\d+) 1\n(\d{10}) 00000 n/gm)].flatMap(([, number, offset]) =>
    text.startsWith(`${number} 0 obj`, Number(offset)) ? [] : [Number(number)],
  );
}

function withTable(file: FileBuilder): Uint8Array {
  return broken(file.table('/Root 1 0 R', NUMBERS));
}

async function run(input: Uint8Array) {
  return compress(input, { ...DEFAULT_OPTIONS, convertToJpeg: false }, { host: createTestHost() });
}

async function drawn(file: Uint8Array): Promise<{ readonly text: string; readonly pixels: Uint8Array }> {
  const doc = await openInPdfium(file);
  const page = { text: doc.text(0).trim(), pixels: doc.render(0, 72).rgbx.slice() };
  doc.close();
  return page;
}

describe('a file with a lost object', () => {
  test.each<[string, () => Uint8Array]>([
    ['a table', () => withTable(body())],
    ['no cross-reference at all', () => broken(body().raw('trailer\n<< /Root 1 0 R >>\n'))],
    [
      'a cross-reference stream',
      () => {
        const file = body();
        const rows = NUMBERS.map((number) => [number, [1, file.offsetOf(number), 0]] as const);
        return broken(file.xrefStream(9, '/Root 1 0 R', Object.fromEntries(rows)));
      },
    ],
    [
      'a cross-reference stream before what became smaller',
      () => {
        const first = new FileBuilder().xrefStream(9, '/Root 1 0 R', { 40: [1, 9, 0] }).build();
        return withTable(body(TEXT, Buffer.from(first).toString('latin1')));
      },
    ],
  ])('and %s becomes smaller, and shows the same', async (_, make) => {
    const input = make();
    const { bytes, report } = await run(input);
    expect(report).toMatchObject({ unchanged: false, warnings: ['repaired', 'around-damage'] });
    expect(bytes.length).toBeLessThan(input.length - 1500);
    expect(await drawn(bytes)).toEqual(await drawn(input));
    // Its own work cannot be told from damage, so nothing may be left to do for a second run.
    expect((await run(bytes)).bytes).toEqual(bytes);
  });

  test('keeps every byte but those of the smaller streams and the offsets behind them', async () => {
    const input = withTable(body());
    const { bytes, report } = await run(input);
    const text = Buffer.from(bytes).toString('latin1');
    for (const number of [1, 2, 3, 5, 6]) {
      const kept = Buffer.from(input)
        .toString('latin1')
        .match(new RegExp(`${number} 0 obj[\\s\\S]*?endobj`));
      expect(text).toContain(kept?.[0]);
    }
    expect(text).not.toContain('% filler');
    expect(wrongRows(input)).toEqual([12]);
    expect(wrongRows(bytes)).toEqual([12]);
    expect(text.startsWith('xref', Number(/startxref\n(\d+)/.exec(text)?.[1]))).toBe(true);
    expect(report.passes.map(({ pass, changed }) => [pass, changed])).toEqual([
      ['images', 1],
      ['streams', 1],
    ]);
    expect(report.passes.reduce((sum, { savedBytes }) => sum + savedBytes, 0)).toBe(
      input.length - bytes.length,
    );
  });

  test.each<[string, () => Uint8Array]>([
    ['data that a scanning reader would take for objects', () => withTable(body(`${TEXT}% 4 0 obj\n`))],
    ['a header that some readers count from', () => withTable(body(TEXT, 'mail\n%PDF-1.7\n'))],
    [
      'deflated data that ends early',
      () => {
        const cut = deflate(latin1Bytes('q Q '.repeat(500).concat(TEXT))).subarray(0, 40);
        return withTable(body(Buffer.from(cut).toString('latin1'), undefined, '/Filter /FlateDecode'));
      },
    ],
  ])('keeps a stream with %s', async (_, make) => {
    const input = make();
    const { bytes } = await run(input);
    const whole = Buffer.from(input)
      .toString('latin1')
      .match(/4 0 obj[\s\S]*?endstream/)?.[0];
    expect(Buffer.from(bytes).toString('latin1')).toContain(whole);
  });
});

test('a linearized file that some readers read from its first page stays: they do so only at its stated length', async () => {
  const parameters = (length: number) =>
    `%PDF-1.7\n40 0 obj\n<< /Linearized 1 /L ${String(length).padStart(6, '0')} /O 3 /E 900 /N 1 /T 900 /H [ 400 20 ] >>\nendobj\n`;
  const { length } = withTable(body(TEXT, parameters(0)));
  const input = withTable(body(TEXT, parameters(length)));
  const { bytes, report } = await run(input);
  expect(report.warnings).toEqual(['repaired', 'damaged-kept']);
  expect(bytes).toBe(input);
  // Another length: it was changed since, and all readers read it from its end.
  const { report: changed } = await run(withTable(body(TEXT, parameters(length + 1))));
  expect(changed.warnings).toContain('around-damage');
});

describe('splicing', () => {
  const splice = (input: Uint8Array, number: number, bytes: string) => {
    const text = Buffer.from(input).toString('latin1');
    const start = text.indexOf(`${number} 0 obj`);
    const end = text.indexOf('endstream', start) + 'endstream'.length;
    return spliceFile(input, [{ start, end, bytes: latin1Bytes(bytes) }], DEFAULT_LIMITS);
  };

  test('moves /Prev and /XRefStm of trailers, not /Prev of outline items', () => {
    const file = body();
    const item = `/Prev ${file.offsetOf(6)} 0 R`;
    file.raw(`8 0 obx\n<< /Title (a) ${item} >>\nendobj\n`);
    const table = file.length;
    const input = file.table(`/Root 1 0 R /Prev ${file.offsetOf(1)} /XRefStm ${table}`, NUMBERS).build();
    const spliced = splice(input, 4, '4 0 obj\n<</Length 0>>stream\n\nendstream');
    const moved = table + (spliced?.file.length ?? 0) - input.length;
    const text = Buffer.from(spliced?.file.read(0, spliced.file.length) ?? []).toString('latin1');
    expect(text).toContain(`/Prev 9 /XRefStm ${String(moved).padStart(String(table).length, '0')} `);
    expect(text).toContain(item);
    expect(wrongRows(latin1Bytes(text))).toEqual([]);
  });

  test('leaves a stream that an offset points into', () => {
    const file = body();
    const input = file.table(`/Root 1 0 R /Prev ${file.offsetOf(4) + 20}`, NUMBERS).build();
    expect(splice(input, 4, '4 0 obj\n<</Length 0>>stream\n\nendstream')?.applied).toEqual([]);
  });

  test('gives up where a cross-reference stream cannot be read', () => {
    const file = body().stream(9, '/Type /XRef /Size 9 /W [1 4 2] /Filter /FlateDecode', 'no deflated data');
    expect(splice(withTable(file), 4, '4 0 obj\n<</Length 0>>stream\n\nendstream')).toBe(null);
  });
});
