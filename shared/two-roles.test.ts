import { describe, expect, test } from 'vitest';
import { compress } from './compress.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { DEFAULT_OPTIONS } from './options.ts';
import { Changes } from './pdf/check/changes.ts';
import { firstDifference } from './pdf/check/check.ts';
import { decodeStream } from './pdf/filter/filters.ts';
import { contextEntries, PDFRawStream, PDFRef } from './pdf/objects.ts';
import { openDocument } from './pdf/read/open.ts';
import { pagesDocument, stream } from './testing/documents/documents.ts';
import { FileBuilder, latin1Bytes } from './testing/documents/files.ts';
import { LETTERS } from './testing/documents/font-documents.ts';
import { adobeRgb } from './testing/documents/icc-profiles.ts';
import { trueTypeFont } from './testing/fonts/truetype-font.ts';
import { createTestHost } from './testing/host.ts';

/** Content that can be shortened, and 64 rows of 64 gray samples if taken for an image. */
const OPERATIONS = '0.5000 0.250 0.75000 rg 10.000 10.000 100.00 100.00 re f  \n'.repeat(80);
const CONTENT = OPERATIONS.slice(0, 64 * 64);
const IMAGE = '/Width 64 /Height 64 /BitsPerComponent 8 /ColorSpace /DeviceGray';

/** References to stream 9 in a role, and the stream's own entries. */
interface Role {
  readonly page?: string;
  readonly resources?: Readonly<Record<string, string>>;
  readonly catalog?: string;
  readonly own?: string;
  readonly data?: Uint8Array;
}

const FONT = trueTypeFont(LETTERS);
const ROLES = {
  image: { resources: { XObject: '/Im 9 0 R' }, own: `/Subtype /Image ${IMAGE}` },
  content: { page: '/Contents [8 0 R 9 0 R]' },
  form: { resources: { XObject: '/Fm 9 0 R' }, own: '/Subtype /Form /BBox [0 0 200 200]' },
  font: {
    resources: {
      Font:
        '/F << /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 65 /LastChar 65 /Widths [500]' +
        ' /Encoding /WinAnsiEncoding /FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 32 /FontFile2 9 0 R >> >>',
    },
    data: FONT,
  },
  metadata: { catalog: '/Metadata 9 0 R', own: '/Type /Metadata' },
  attachment: {
    catalog: '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 9 0 R >> >>] >> >>',
  },
  profile: { resources: { ColorSpace: '/Cs [/ICCBased 9 0 R]' }, own: '/N 3', data: adobeRgb() },
} satisfies Record<string, Role>;
const NAMES = Object.keys(ROLES) as (keyof typeof ROLES)[];
const PAIRS = NAMES.flatMap((one, at) => NAMES.slice(at + 1).map((other) => [one, other] as const));

/** A file whose stream 9 has these roles, with enough other content for the file to become smaller. */
function fileOf(roles: readonly Role[], data: Uint8Array): Uint8Array {
  const entry = (name: 'page' | 'catalog' | 'own') => roles.map((role) => role[name] ?? '').join(' ');
  const categories = new Map<string, string>();
  for (const { resources = {} } of roles)
    for (const [name, text] of Object.entries(resources))
      categories.set(name, `${categories.get(name) ?? ''} ${text}`);
  const resources = [...categories].map(([name, text]) => `/${name} << ${text} >>`).join(' ');
  const page = entry('page').includes('/Contents') ? entry('page') : `${entry('page')} /Contents 8 0 R`;
  return new FileBuilder()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${entry('catalog')} >>`)
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << ${resources} >> ${page} >>`,
    )
    .stream(
      8,
      '',
      `q 200 0 0 200 0 0 cm /Im Do Q /Fm Do BT /F 12 Tf (A) Tj ET /Cs cs 1 0 0 sc 0 0 9 9 re f ${'0.500 g '.repeat(500)}`,
    )
    .stream(9, entry('own'), data)
    .table('/Root 1 0 R')
    .build();
}

describe('a stream of two roles stays as it is', () => {
  test.each(PAIRS)('%s and %s', async (one, other) => {
    const roles: Role[] = [ROLES[one], ROLES[other]];
    const data = roles.find((role) => role.data !== undefined)?.data ?? latin1Bytes(CONTENT);
    const options = { ...DEFAULT_OPTIONS, maxDimension: 20, quality: 20, roundCoordinates: true };
    const { bytes, report } = await compress(fileOf(roles, data), options, { host: createTestHost() });
    expect(report.warnings).toEqual([]);
    expect(report.unchanged).toBe(false);
    const output = await openDocument(bytes, { limits: DEFAULT_LIMITS });
    const whole = [...contextEntries(output.context).values()].filter((object) => {
      const decoded = object instanceof PDFRawStream ? decodeStream(object, 1e6) : null;
      return decoded?.kind === 'bytes' && Buffer.from(decoded.bytes).equals(data);
    });
    expect(whole).toHaveLength(1);
  });
});

test('equal streams of different roles stay two', async () => {
  const attached =
    '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 9 0 R >> >>] >> >>';
  const file = new FileBuilder()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${attached} >>`)
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 8 0 R >>')
    .stream(8, '', OPERATIONS)
    .stream(9, '', OPERATIONS)
    .table('/Root 1 0 R')
    .build();
  const { bytes, report } = await compress(file, DEFAULT_OPTIONS, { host: createTestHost() });
  expect(report.warnings).toEqual([]);
  const output = await openDocument(bytes, { limits: DEFAULT_LIMITS });
  const decoded = [...contextEntries(output.context).values()].flatMap((object) => {
    const found = object instanceof PDFRawStream ? decodeStream(object, 1e6) : null;
    return found?.kind === 'bytes' ? [found.bytes.length === OPERATIONS.length] : [];
  });
  // The attachment is intact, the content shorter.
  expect(decoded.sort()).toEqual([false, true]);
});

test('the check takes no declaration for a stream of two roles', () => {
  const build = (data: string) =>
    pagesDocument(['/Contents 100 0 R /Resources << /XObject << /Im 100 0 R >> >>'], {
      100: stream('/Subtype /Image /Width 1 /Height 3', data),
    });
  const changes = new Changes();
  changes.stream(PDFRef.of(100), ['Width']);
  expect(firstDifference(build('q Q'), build('q Q'), changes)).toBeNull();
  expect(firstDifference(build('q Q'), build('Q q'), changes)).toMatch(/100 0 R : .*another role/);
});
