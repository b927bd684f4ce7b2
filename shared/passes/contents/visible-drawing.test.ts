import { describe, expect, test } from 'vitest';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { latin1 } from '../../pdf/bytes.ts';
import { FileBuilder, latin1Bytes } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';
import { withoutClippedPaths } from './visible-drawing.ts';

const host = createTestHost();
const AXES = 'q 40 50 100 80 re W n';
const SEEN = '60 60 9 9 re f';
const MARKER = {
  name: 'M',
  box: { left: -3, bottom: -3, right: 3, top: 3 },
  matrix: [1, 0, 0, 1, 0, 0],
} as const;

const left = (content: string) => {
  const bytes = withoutClippedPaths(latin1Bytes(content), [MARKER]);
  return latin1(bytes, 0, bytes.length);
};

describe('what a clipping rectangle of the content hides goes', () => {
  test.each([
    ['a path', `${AXES} 0 0 20 20 re f ${SEEN} Q`, `${AXES}   ${SEEN} Q`],
    ['a block of paths', `${AXES} q 9 0 0 9 900 9 cm 0 0 9 9 re f Q ${SEEN} Q`, `${AXES}   ${SEEN} Q`],
    ['a form of paths', `${AXES} q 1 0 0 1 900 9 cm /M Do Q ${SEEN} Q`, `${AXES}   ${SEEN} Q`],
    ['the clip with all that it hides', `${SEEN} ${AXES} 0 g 0 0 9 9 re f Q`, `${SEEN}  `],
    ['where the clip is in another line', '0 0 9 9 re\nW*\nn 40 40 m 50 50 l S', '0 0 9 9 re\nW*\nn  '],
  ])('%s', (_, content, expected) => {
    expect(left(content)).toBe(expected);
  });

  test.each([
    ['a path that reaches into it', `${AXES} 0 0 m 90 90 l S Q`],
    ['a form that reaches into it', `${AXES} q 1 0 0 1 38 60 cm /M Do Q Q`],
    ['a form of anything else', `${AXES} q 1 0 0 1 900 60 cm /Other Do Q Q`],
    ['what lies beside the page, without a clip', '900 900 9 9 re f 0 0 9 9 re S'],
    ['what is drawn after the clip', `${AXES} Q 0 0 20 20 re f`],
    ['what lies beside the page, after the clip', `${AXES} ${SEEN} Q 900 900 9 9 re f`],
    ['text', `${AXES} BT 300 300 Td (a) Tj ET Q`],
    ['content that is not clear', `${AXES} 0 0 20 20 re f what Q`],
  ])('not %s', (_, content) => {
    expect(left(content)).toBe(content);
  });
});

/** A plot with markers far beyond its axes, each drawn by a form. */
function plot(marker: string, entries = ''): Uint8Array {
  const points = Array.from({ length: 600 }, (_, at) => {
    const color = `${((at * 37) % 100) / 100} 0 1 rg`;
    return `${color} q 1 0 0 1 ${at < 9 ? 50 + at * 9 : 900 + at * 7} ${60 + at} cm /M Do Q`;
  });
  return new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 240 240] /Contents 4 0 R
        /Resources << /XObject << /M 5 0 R >> /Font << /F 6 0 R >> >> >>`,
    )
    .stream(4, '', latin1Bytes(`${AXES} ${points.join(' ')} Q`))
    .stream(5, `/Type /XObject /Subtype /Form /BBox [-3 -3 3 3] ${entries}`, latin1Bytes(marker))
    .object(6, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
    .table('/Root 1 0 R')
    .build();
}

describe('a plot', () => {
  const size = async (marker: string, options = {}, entries = '') => {
    const input = plot(marker, entries);
    const { bytes, report } = await compress(input, { ...DEFAULT_OPTIONS, ...options }, { host });
    expect(report.warnings).toEqual([]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72, 200] })).toEqual([]);
    return bytes.length;
  };

  test('keeps the markers within its axes, unless nothing may be lost', async () => {
    expect(await size('-2 -2 4 4 re B')).toBeLessThan(1100);
    expect(await size('-2 -2 4 4 re B', { quality: 100, convertToJpeg: false })).toBeGreaterThan(3000);
  });

  test('keeps markers of letters, which a search finds', async () => {
    expect(await size('BT /F 5 Tf (x) Tj ET')).toBeGreaterThan(3000);
  });

  test('keeps markers that their matrix brings back into the axes', async () => {
    expect(await size('-2 -2 4 4 re B', {}, '/Matrix [1 0 0 1 -850 0]')).toBeLessThan(1100);
  });

  test('keeps what forms hide, which may be drawn at any scale', async () => {
    const hidden = Array.from({ length: 300 }, (_, at) => `${(at * 37) % 100} ${at * 7 + 50} 5 5 re f`);
    expect(await size(`-2 -2 4 4 re W n ${hidden.join(' ')}`)).toBeGreaterThan(1800);
  });
});

test.each([
  ['a larger form', '/Type /XObject /Subtype /Form /BBox [-900 -3 3 3]', '-900 -2 902 4 re f'],
  [
    'an image',
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    'a',
  ],
])('a content that two pages share keeps what is %s on one of them', async (_, entries, data) => {
  const marker = '1 0 0 1 160 60 cm /M Do';
  const wide = '-900 0 0 20 160 60 cm /M Do';
  const points = Array.from({ length: 300 }, (_, at) => `q ${at % 2 === 0 ? marker : wide} Q`);
  const page = (form: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 240 240] /Contents 4 0 R
      /Resources << /XObject << /M ${form} 0 R >> >> >>`;
  for (const kids of ['3 0 R 6 0 R', '6 0 R 3 0 R']) {
    const input = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, `<< /Type /Pages /Count 2 /Kids [${kids}] >>`)
      .object(3, page(7))
      .object(6, page(5))
      .stream(4, '', latin1Bytes(`${AXES} ${points.join(' ')} Q`))
      .stream(5, '/Type /XObject /Subtype /Form /BBox [-.01 0 0 1]', latin1Bytes('-.01 0 .01 1 re f'))
      .stream(7, entries, latin1Bytes(data))
      .table('/Root 1 0 R')
      .build();
    const { bytes } = await compress(input, DEFAULT_OPTIONS, { host });
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  }
});
