import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compress } from './compress.ts';
import { PdfError } from './errors.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';
import { key, PDFDict, PDFRawStream } from './pdf/objects.ts';
import { catalogOf, pageRefs } from './pdf/page-tree.ts';
import { openDocument } from './pdf/read/open.ts';
import { writeDocument } from './pdf/write/write.ts';
import { PRESETS } from './presets.ts';
import type { Progress } from './progress.ts';
import type { CompressResult } from './report.ts';
import type { RunContext } from './run/run.ts';
import { FileBuilder, onePage } from './testing/documents/files.ts';
import { compositeFont, textDocument } from './testing/documents/font-documents.ts';
import { richFile } from './testing/documents/rich-document.ts';
import { createTestHost } from './testing/host.ts';
import { openInPdfium, pdfiumDifferences } from './testing/oracles/pdfium-render.ts';
import { photo } from './testing/pictures/rasters.ts';

const host = createTestHost();

function run(
  input: Uint8Array,
  options: Partial<CompressOptions> = {},
  rest: Partial<RunContext> = {},
): Promise<CompressResult> {
  return compress(input, { ...DEFAULT_OPTIONS, ...options }, { host, ...rest });
}

function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`./fixtures/${path}`, import.meta.url)));
}

function signedFile(): FileBuilder {
  const signature = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <00> >>';
  return onePage(new FileBuilder(), 'q Q '.repeat(500))
    .object(1, '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /SigFlags 3 >> >>')
    .object(5, '<< /FT /Sig /T (s) /V 6 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>')
    .object(6, signature)
    .table('/Root 1 0 R');
}

describe('what comes out', () => {
  test('is smaller, opens without repair and has the same pages', async () => {
    const input = richFile();
    const { bytes, report } = await run(input);
    expect(bytes.length).toBeLessThan(input.length);
    expect(report).toMatchObject({
      unchanged: false,
      warnings: [],
      inputSize: input.length,
      outputSize: bytes.length,
    });
    expect(report.ratio).toBe(bytes.length / input.length);
    const output = await openDocument(bytes, { limits: DEFAULT_LIMITS });
    expect(output.repairs).toEqual([]);
    expect(pageRefs(output.trailer)).toHaveLength(2);
  });

  test('is the input itself when nothing is gained, also of a second run', async () => {
    const once = await run(richFile());
    const twice = await run(once.bytes);
    expect(twice.report).toMatchObject({ ratio: 1, unchanged: true });
    expect(twice.bytes).toBe(once.bytes);
  });

  test.each(['invoice-pdfa3.pdf', 'newspaper-gray-jpeg.pdf'])(
    '%s is never larger, and the same bytes run after run',
    async (name) => {
      const input = fixture(`real/${name}`);
      const first = await run(input);
      const second = await run(input);
      expect(first.bytes.length).toBeLessThanOrEqual(input.length);
      expect(first.report.warnings).not.toContain('verification-failed');
      expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
      expect(second.report).toEqual(first.report);
    },
  );

  test("is the same from a Buffer of Node's, whose slices are views, and leaves it as it was", async () => {
    // The font program is not compressed, so it is processed in place in the file's buffer.
    const file = writeDocument(textDocument('<000200050004>', compositeFont()), { objectStreams: false });
    const buffer = Buffer.from(file);
    const fromBuffer = await run(buffer);
    expect(buffer.equals(file)).toBe(true);
    const fromPlain = await run(file);
    expect(fromPlain.report.fonts[0]?.outcome.kind).toBe('replaced');
    expect(Buffer.from(fromPlain.bytes).equals(fromBuffer.bytes)).toBe(true);
  });

  test('leaves the input bytes as they were', async () => {
    const input = richFile();
    const copy = input.slice();
    await run(input);
    expect(input).toEqual(copy);
  });

  test('the lossless preset keeps every image pixel: only what is packed changes', async () => {
    const { report } = await run(richFile(), PRESETS.lossless);
    expect(report.warnings).toEqual([]);
    expect(report.unchanged).toBe(false);
  });
});

describe('metadata', () => {
  async function catalogAndTrailer(
    options: Partial<CompressOptions>,
  ): Promise<{ catalog: PDFDict; trailer: PDFDict; text: string }> {
    const { bytes } = await run(richFile(), options);
    const { trailer } = await openDocument(bytes, { limits: DEFAULT_LIMITS });
    const catalog = catalogOf(trailer);
    if (catalog === null) throw new Error('no catalog');
    const page = pageRefs(trailer)[0];
    return { catalog, trailer, text: String(trailer.context.lookup(page)) };
  }

  test('goes by default, and what a reader needs stays', async () => {
    const { catalog, trailer, text } = await catalogAndTrailer({});
    expect(trailer.has(key('Info'))).toBe(false);
    expect(catalog.has(key('Metadata'))).toBe(false);
    expect(text).not.toMatch(/PieceInfo|LastModified|Thumb/);
    for (const kept of [
      'Lang',
      'MarkInfo',
      'StructTreeRoot',
      'ViewerPreferences',
      'PageLabels',
      'OutputIntents',
    ]) {
      expect(catalog.has(key(kept))).toBe(true);
    }
  });

  test('stays when it is not to go', async () => {
    const { catalog, trailer, text } = await catalogAndTrailer({ stripMetadata: false });
    expect(trailer.lookup(key('Info'), PDFDict).get(key('Author'))?.toString()).toContain('Nonymous');
    expect(catalog.lookup(key('Metadata'))).toBeInstanceOf(PDFRawStream);
    expect(text).toMatch(/PieceInfo/);
  });

  test('a file that could only be made larger keeps it, and says so', async () => {
    const tiny =
      '%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]>>endobj 3 0 obj<</A[]>>endobj 4 0 obj<<>>endobj trailer<</Root 1 0 R/Info 4 0 R>>';
    const { report } = await run(new TextEncoder().encode(tiny));
    expect(report).toMatchObject({ unchanged: true, warnings: ['repaired', 'metadata-kept'] });
  });

  test('of a PDF/A the identification stays', async () => {
    const input = fixture('real/invoice-pdfa3.pdf');
    const { report } = await run(input);
    expect(report.document.pdfA).toBe('3a');
    const again = await run((await run(input)).bytes);
    expect(again.report.document.pdfA).toBe('3a');
  });
});

describe('documents that must not be touched', () => {
  test('a signed one comes back as it came, with the warning', async () => {
    const input = signedFile().build();
    const { bytes, report } = await run(input);
    expect(bytes).toBe(input);
    expect(report).toMatchObject({ unchanged: true, ratio: 1, warnings: ['signed'] });
  });

  test.each([
    ['a field of the form itself', '/AcroForm << /Fields [<< /FT /Sig /T (s) /V SIGNATURE >>] >>'],
    ['an array', '/Perms [[SIGNATURE]]'],
    ['usage rights of PDF 1.5, over objects instead of bytes,', '/Perms << /UR << /Contents <00> >> >>'],
  ])('a signature inside of %s counts too', async (_, entry) => {
    const signature = '<< /Type /Sig /ByteRange [0 10 20 30] /Contents <00> >>';
    const input = onePage(new FileBuilder(), 'q Q '.repeat(500))
      .object(1, `<< /Type /Catalog /Pages 2 0 R ${entry.replace('SIGNATURE', signature)} >>`)
      .table('/Root 1 0 R')
      .build();
    const { bytes, report } = await run(input);
    expect(bytes).toBe(input);
    expect(report.warnings).toEqual(['signed']);
  });

  test('a signed one is compressed on request, and the report says what that cost', async () => {
    const input = signedFile().build();
    const { bytes, report } = await run(input, { breakSignatures: true });
    expect(bytes.length).toBeLessThan(input.length);
    expect(report.warnings).toEqual(['signatures-broken']);
  });

  test('one of which parts are lost comes back as it came where nothing in it can become smaller', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/Lang 5 0 R');
    const input = file.raw('trailer\n<< /Root 1 0 R >>\n').build();
    const { bytes, report } = await run(input);
    expect(bytes).toBe(input);
    expect(report.warnings).toEqual(['repaired', 'damaged-kept']);
  });

  test('one that was cut off is an error of its own', async () => {
    const whole = onePage(new FileBuilder(), 'q Q '.repeat(500), '/Lang 5 0 R').object(5, '(en)');
    const input = whole.build().subarray(0, whole.offsetOf(5));
    await expect(run(input)).rejects.toMatchObject({
      problem: { code: 'damaged_pdf', reason: 'unreadable' },
    });
  });

  test.each([
    ['PDF/A-1', 1, false],
    ['PDF/A-2', 2, true],
    ['no part of PDF/A', null, true],
  ])('%s: object streams where they are allowed', async (_, part, allowed) => {
    const claim = `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`;
    const xmp = `<rdf:Description>${part === null ? '' : claim}</rdf:Description>`;
    // Enough objects for object streams to pay; with few, a file gets the classic form anyway.
    const notes = Array.from({ length: 40 }, (_, index) => 10 + index);
    const annots = `/Annots [${notes.map((number) => `${number} 0 R`).join(' ')}]`;
    const file = onePage(new FileBuilder('%PDF-1.4\n'), 'q Q '.repeat(500), annots)
      .object(1, '<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>')
      .stream(5, '/Type /Metadata /Subtype /XML', xmp + ' '.repeat(2000));
    for (const number of notes) file.object(number, `<< /Subtype /Text /Contents (note ${number}) >>`);
    const { bytes, report } = await run(file.table('/Root 1 0 R').build());
    const text = new TextDecoder('latin1').decode(bytes);
    expect(report.unchanged).toBe(false);
    expect(text.startsWith('%PDF-1.4')).toBe(!allowed);
    expect(text.includes('/ObjStm')).toBe(allowed);
    expect(text.includes('/XRef')).toBe(allowed);
    expect(text.includes(claim)).toBe(part === 1);
  });
});

describe('reversible JPEG 2000', () => {
  const image = photo(96, 80, 3);
  const entries =
    '/Type /XObject /Subtype /Image /Width 96 /Height 80 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
  const withPhoto = (xmp: string) =>
    new FileBuilder('%PDF-1.4\n')
      .object(1, '<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      .object(
        3,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 96 80] /Contents 4 0 R /Resources << /XObject << /Im 6 0 R >> >> >>',
      )
      .stream(4, '', '96 0 0 80 0 0 cm /Im Do')
      .stream(5, '/Type /Metadata /Subtype /XML', `<rdf:Description>${xmp}</rdf:Description>`)
      .stream(6, entries, image.samples)
      .table('/Root 1 0 R')
      .build();
  const pdfA = (part: number) =>
    `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`;
  const pdfX = (edition: string) => `<pdfxid:GTS_PDFXVersion>${edition}</pdfxid:GTS_PDFXVersion>`;

  test.each([
    ['no standard', '', true],
    ['PDF/A-1', pdfA(1), false],
    ['PDF/A-2', pdfA(2), true],
    ['PDF/X-1a', pdfX('PDF/X-1a:2003'), false],
    ['PDF/X-4', pdfX('PDF/X-4'), false],
    ['an unknown standard', '<x:GTS_PDFZVersion>PDF/Z</x:GTS_PDFZVersion>', false],
  ])('%s: where it is allowed, in a file of PDF 1.5', async (_, xmp, isAllowed) => {
    const input = withPhoto(xmp);
    const { bytes, report } = await run(input, { ...PRESETS.lossless, jpx: 'lossless' });
    const text = new TextDecoder('latin1').decode(bytes);
    expect(report.unchanged).toBe(false);
    expect(text.includes('/JPXDecode')).toBe(isAllowed);
    expect(text.startsWith('%PDF-1.5')).toBe(isAllowed);
    expect(await pdfiumDifferences(input, bytes)).toEqual([]);
    const usual = await run(input, PRESETS.lossless);
    expect(bytes.length < usual.bytes.length).toBe(isAllowed);
  });

  test('is drawn by PDFium even in a thumbnail of one pixel, for which it asks for a small step', async () => {
    const { bytes } = await run(withPhoto(''), { ...PRESETS.lossless, jpx: 'lossless' });
    const file = await openInPdfium(bytes);
    const { width, rgbx } = file.render(0, 1);
    file.close();
    const [red, green, blue] = rgbx;
    expect(width).toBe(1);
    // Without the image the page is white.
    expect(Math.max(red!, green!, blue!)).toBeLessThan(250);
  });

  test('stays so when it is compressed again, and becomes JPEG where that is asked for', async () => {
    const first = await run(withPhoto(''), { ...PRESETS.lossless, jpx: 'lossless' });
    const again = await run(first.bytes, { ...PRESETS.lossless, jpx: 'lossless' });
    expect(again.report.unchanged).toBe(true);
    const lossy = await run(first.bytes, PRESETS.small);
    expect(lossy.report.images[0]?.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
  });
});

describe('encrypted documents', () => {
  const fixtures = readdirSync(new URL('./fixtures/encrypted/', import.meta.url)).filter((name) =>
    name.endsWith('.pdf'),
  );

  test.each(fixtures.filter((name) => name.includes('empty')))(
    '%s opens without a password and stays encrypted',
    async (name) => {
      const input = fixture(`encrypted/${name}`);
      const { bytes, report } = await run(input, { breakSignatures: true });
      expect(report).toMatchObject({ warnings: ['signatures-broken'], document: { encrypted: true } });
      expect((await openDocument(bytes, { limits: DEFAULT_LIMITS })).security).not.toBeNull();
    },
  );

  test.each(fixtures.filter((name) => !name.includes('empty') && !name.includes('accents')))(
    '%s opens with its passwords before and after, and with no other',
    async (name) => {
      const input = fixture(`encrypted/${name}`);
      const { bytes, report } = await run(input, { breakSignatures: true }, { password: 'user' });
      expect(report.warnings).toEqual(['signatures-broken']);
      expect(report.unchanged).toBe(false);
      for (const password of ['user', 'owner']) {
        const output = await openDocument(bytes, { limits: DEFAULT_LIMITS, password });
        const original = await openDocument(input, { limits: DEFAULT_LIMITS, password });
        expect(output.security?.permissions).toBe(original.security?.permissions);
      }
      await expect(run(bytes)).rejects.toMatchObject({
        problem: { code: 'encrypted_pdf', reason: 'password-needed' },
      });
      await expect(run(bytes, {}, { password: 'other' })).rejects.toMatchObject({
        problem: { reason: 'wrong-password' },
      });
    },
  );
});

describe('while it runs', () => {
  test('one fraction rises from 0 to 1 and never goes back', async () => {
    const seen: Progress[] = [];
    await run(richFile(), {}, { onProgress: (progress) => seen.push(progress) });
    const fractions = seen.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions[0]).toBe(0);
    expect(fractions.at(-1)).toBe(1);
    expect(new Set(seen.map(({ phase }) => phase))).toEqual(
      new Set(['reading', 'structure', 'images', 'writing', 'checking']),
    );
  });

  test.each(['reading', 'structure', 'images', 'writing', 'checking'])(
    'an abort while %s ends it',
    async (phase) => {
      const controller = new AbortController();
      const running = run(
        richFile(),
        {},
        {
          signal: controller.signal,
          onProgress: (progress) => {
            if (progress.phase === phase) controller.abort(new Error('enough'));
          },
        },
      );
      await expect(running).rejects.toThrow('enough');
    },
  );
});

describe('what cannot be done', () => {
  test.each([
    ['nothing', new Uint8Array(0), 'not_a_pdf'],
    ['text', new TextEncoder().encode('hello'), 'not_a_pdf'],
    ['a header alone', new TextEncoder().encode('%PDF-1.4\n'), 'damaged_pdf'],
  ])('%s is a typed error', async (_, input, code) => {
    const error = await run(input).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PdfError);
    expect(error).toMatchObject({ problem: { code } });
  });

  test('more bytes than the limit', async () => {
    await expect(run(richFile(), {}, { limits: { inputBytes: 100 } })).rejects.toMatchObject({
      problem: { code: 'limit_exceeded', limit: 'inputBytes', allowed: 100 },
    });
  });
});
