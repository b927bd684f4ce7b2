import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { deflate } from './codecs/flate/deflate.ts';
import { compress } from './compress.ts';
import { inspect } from './inspect.ts';
import { DEFAULT_OPTIONS } from './options.ts';
import { BROTLI, brotli, packedFile, predictedUp, type StreamPacking } from './testing/brotli.ts';
import { latin1Bytes } from './testing/documents/files.ts';
import { createTestHost } from './testing/host.ts';
import { jobThreads } from './testing/job-threads.ts';
import { openInPdfium, pdfiumDifferences } from './testing/oracles/pdfium-render.ts';
import { photo } from './testing/pictures/rasters.ts';

const host = createTestHost();
const OPTIONS = { ...DEFAULT_OPTIONS, stripMetadata: false };
const FLATE: StreamPacking = { entries: '/Filter /FlateDecode', pack: (plain) => deflate(plain, 1) };

const SIDE = 120;
const PHOTO = new Uint8Array(photo(SIDE, SIDE, 3).samples);
const CONTENT = `${'0.5 g 10 10 20 20 re f\n'.repeat(60)}0 g BT /F 20 Tf 20 170 Td (Potatoes) Tj ET
q 150 0 0 150 20 10 cm /I Do Q`;

/** A page of text and an image, with this packing in every stream; the image's rows also have a predictor. */
function pageFile({ entries, pack }: StreamPacking, content = CONTENT): Uint8Array {
  const filter = entries.replace('/Filter ', '');
  const image = `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /BitsPerComponent 8 /ColorSpace /DeviceRGB`;
  const predictor = `/Filter [${filter}] /DecodeParms [<< /Predictor 15 /Colors 3 /Columns ${SIDE} >>]`;
  return packedFile(
    {
      1: '<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /I 7 0 R >> >> >>',
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    },
    {
      4: { dict: entries, data: pack(latin1Bytes(content)) },
      6: {
        dict: `/Type /Metadata /Subtype /XML ${entries}`,
        data: pack(latin1Bytes('<x:xmpmeta/>'.repeat(50))),
      },
      7: { dict: `${image} ${predictor}`, data: pack(predictedUp(PHOTO, SIDE * 3)) },
    },
    { entries, pack },
  );
}

async function textInPdfjs(file: Uint8Array): Promise<string> {
  const task = getDocument({ data: file.slice(), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const { items } = await page.getTextContent();
  await task.destroy();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

describe('a document packed with Brotli throughout', () => {
  test('becomes smaller, and draws what the same document draws that was deflated', async () => {
    const input = pageFile(BROTLI);
    expect(await textInPdfjs(input)).toBe('Potatoes');
    const { bytes, report } = await compress(
      input,
      { ...OPTIONS, quality: 100, maxDimension: 4000 },
      { host },
    );
    expect(report).toMatchObject({ unchanged: false, warnings: [], repairs: [] });
    expect(report.images).toMatchObject([{ codec: 'brotli' }]);
    expect(report.passes.flatMap(({ skips }) => Object.keys(skips))).not.toContain('undecodable');
    expect(await textInPdfjs(bytes)).toBe('Potatoes');
  });

  test('keeps to the pixel what is not recoded', async () => {
    const options = { ...OPTIONS, convertToJpeg: false, maxDimension: 4000 };
    // Packed so badly that Flate is always smaller.
    const badly: StreamPacking = { ...BROTLI, pack: (plain) => brotli(plain, { quality: 0, window: 10 }) };
    const { bytes } = await compress(pageFile(badly), options, { host });
    // PDFium as built for tests does not support Brotli, so it compares the file without Brotli.
    expect((await inspect(bytes)).features.brotliStreams).toBe(0);
    expect(await pdfiumDifferences(pageFile(FLATE), bytes, { dpis: [72] })).toEqual([]);
  });

  test('gives the same bytes with threads, which unpack the pictures', async () => {
    const input = pageFile(BROTLI);
    const alone = await compress(input, OPTIONS, { host });
    const beside = await compress(input, OPTIONS, { host: { ...host, workThreads: jobThreads(host, 3) } });
    expect(Buffer.from(beside.bytes).equals(Buffer.from(alone.bytes))).toBe(true);
    expect(beside.report).toEqual(alone.report);
  });
});

describe('a stream that Brotli packs better than Flate', () => {
  /** Words in Brotli's dictionary. */
  const words = `% ${'the United States of America and the University of California '.repeat(2)}`;
  const kept = packedFile(
    {
      1: '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >> >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 8 0 R >>',
      6: '<< /Type /Filespec /F (a) /EF << /F 7 0 R >> >>',
    },
    {
      7: { dict: '/Type /EmbeddedFile /Filter /BrotliDecode', data: brotli(words) },
      8: { dict: '', data: latin1Bytes('0.5 g 10 10 20 20 re f\n'.repeat(100)) },
    },
    BROTLI,
  );

  test('stays as it is, byte for byte', async () => {
    const { bytes, report } = await compress(kept, OPTIONS, { host });
    expect(report).toMatchObject({ unchanged: false, warnings: [] });
    expect(Buffer.from(bytes).includes(Buffer.from(brotli(words)))).toBe(true);
    // We write the cross-reference stream, and never with Brotli.
    expect((await inspect(bytes)).features.brotliStreams).toBe(1);
  });
});

describe('BrotliDecode is not for inline images', () => {
  test.each(['/BrotliDecode', '[/AHx /BrotliDecode]'])('one in %s stays as it is', async (filter) => {
    const samples = Buffer.from(brotli(PHOTO)).toString('hex');
    const inline = `q 90 0 0 90 0 0 cm BI /W ${SIDE} /H ${SIDE} /BPC 8 /CS /RGB /F ${filter} ID ${samples}>\nEI Q`;
    const { bytes, report } = await compress(pageFile(FLATE, `${inline}\n${CONTENT}`), OPTIONS, { host });
    const pass = report.passes.find((each) => each.pass === 'inline-images');
    expect(pass).toMatchObject({ items: 1, changed: 0, skips: { 'unsupported-filter': 1 } });
    const opened = await openInPdfium(bytes);
    expect(opened.text(0).trim()).toBe('Potatoes');
    opened.close();
  });
});
