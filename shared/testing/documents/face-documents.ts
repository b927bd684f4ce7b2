import { writeSfnt } from '../../fonts/sfnt.ts';
import { type CffSource, cffFont, cidFont } from '../fonts/cff-fonts.ts';
import { DEFAULT_SUBRS, type Type1Source, type1Font } from '../fonts/type1-fonts.ts';
import { type ObjectSources, stream } from './documents.ts';
import { DESCENDANT, DESCRIPTOR, FONT, PROGRAM } from './font-documents.ts';

/** Letters with stems, zones, flex, replaced hints and an accent, whose hinting shows at small sizes. */
export const HINTED_FACE: Type1Source = {
  private: '/BlueValues [-15 0 700 715] def /StdHW [60] def /StdVW [85] def /StemSnapH [60 66] def',
  subrs: [...DEFAULT_SUBRS, '0 60 hstem 60 85 vstem return', '320 60 hstem 60 85 vstem return'],
  glyphs: {
    '.notdef': '0 500 hsbw endchar',
    E: `60 611 hsbw 0 60 320 60 640 60 hstem3 0 85 vstem 0 hmoveto 480 hlineto 60 vlineto -395 hlineto 260 vlineto
      300 hlineto 60 vlineto -300 hlineto 260 vlineto 395 hlineto 60 vlineto -480 hlineto closepath endchar`,
    O: `40 780 hsbw -12 62 hstem 650 62 hstem 0 88 vstem 612 88 vstem 350 712 rmoveto 210 140 -150 -212 hvcurveto
      -212 -140 -150 -210 vhcurveto -210 -140 150 212 hvcurveto 212 140 150 210 vhcurveto closepath
      0 -62 rmoveto -150 -90 -110 -190 hvcurveto -190 90 -110 150 vhcurveto 150 90 110 190 hvcurveto
      190 -90 110 -150 vhcurveto closepath endchar`,
    L: `60 556 hsbw 5 4 callsubr 0 hmoveto 420 hlineto 60 vlineto -335 hlineto 6 4 callsubr 640 vlineto -85 hlineto
      closepath endchar`,
    I: `60 300 hsbw 0 20 hstem 0 180 vstem 0 hmoveto 1 callsubr 90 8 rmoveto 2 callsubr -60 -8 rmoveto 2 callsubr
      30 8 rmoveto 2 callsubr 30 0 rmoveto 2 callsubr 30 0 rmoveto 2 callsubr 30 -8 rmoveto 2 callsubr
      30 0 rmoveto 2 callsubr 50 240 0 0 callsubr 700 vlineto -180 hlineto closepath endchar`,
    acute: '90 333 hsbw 560 100 hstem 560 vmoveto 60 hlineto 60 100 rlineto -70 hlineto closepath endchar',
    Eacute: '60 611 hsbw 90 150 150 69 194 seac',
  },
};

export const HINTED_ENCODING = `256 array 0 1 255 {1 index exch /.notdef put} for
dup 69 /E put dup 79 /O put dup 76 /L put dup 73 /I put dup 201 /Eacute put readonly def`;

const WIDTHS = `/FirstChar 0 /LastChar 255 /Widths [${Array(256).fill(700).join(' ')}]`;

/** A font of `/Subtype /Type1` as objects FONT, DESCRIPTOR and PROGRAM. */
export function namedFont(
  programKey: 'FontFile' | 'FontFile3',
  program: ReturnType<typeof stream>,
  entries = '',
  descriptorEntries = '',
): ObjectSources {
  return {
    [FONT]: `<< /Type /Font /Subtype /Type1 /BaseFont /Small ${entries} ${WIDTHS}
      /FontDescriptor ${DESCRIPTOR} 0 R >>`,
    ...descriptorObjects(programKey, program, descriptorEntries),
  };
}

export function type1Objects(source: Type1Source, entries = '', descriptorEntries = ''): ObjectSources {
  const program = type1Font(source);
  const lengths = `/Length1 500 /Length2 ${program.length - 1000} /Length3 500`;
  return namedFont('FontFile', stream(lengths, program), entries, descriptorEntries);
}

export function cffObjects(source: CffSource, entries = '', descriptorEntries = ''): ObjectSources {
  return namedFont('FontFile3', stream('/Subtype /Type1C', cffFont(source)), entries, descriptorEntries);
}

/** A composite font of `/Subtype /CIDFontType0`. */
export function cidObjects(source: CffSource): ObjectSources {
  return {
    [FONT]: `<< /Type /Font /Subtype /Type0 /BaseFont /Small /Encoding /Identity-H
      /DescendantFonts [${DESCENDANT} 0 R] >>`,
    [DESCENDANT]: `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Small /DW 700
      /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${DESCRIPTOR} 0 R >>`,
    ...descriptorObjects('FontFile3', stream('/Subtype /CIDFontType0C', cidFont(source)), ''),
  };
}

/** The same font with its program inside an OpenType font, with tables that PDF does not use. */
export function openTypeObjects(
  objects: ObjectSources,
  more: Readonly<Record<string, Uint8Array>> = {},
): ObjectSources {
  const program = objects[PROGRAM];
  const data = typeof program === 'object' ? program.data : undefined;
  if (!(data instanceof Uint8Array)) throw new Error('no program');
  const glyphs = 6;
  const words = (...values: number[]) =>
    Uint8Array.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
  const metrics = Array.from({ length: glyphs }, () => [700, 0]).flat();
  const tables = new Map([
    ['CFF ', data],
    [
      'head',
      words(
        1,
        0,
        1,
        0,
        0,
        0,
        0x5f0f,
        0x3cf5,
        3,
        1000,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        1000,
        1000,
        0,
        8,
        2,
        0,
        0,
      ),
    ],
    ['hhea', words(1, 0, 800, -200, 0, 700, 0, 0, 700, 1, 0, 0, 0, 0, 0, 0, 0, glyphs)],
    ['hmtx', words(...metrics)],
    ['maxp', words(0, 0x5000, glyphs)],
    ['GSUB', new Uint8Array(3000)],
    ...Object.entries(more),
  ]);
  const bytes = writeSfnt({ version: 0x4f54544f, tables });
  return { ...objects, [PROGRAM]: stream('/Subtype /OpenType', bytes) };
}

function descriptorObjects(
  programKey: string,
  program: ReturnType<typeof stream>,
  entries: string,
): ObjectSources {
  return {
    [DESCRIPTOR]: `<< /Type /FontDescriptor /FontName /Small /Flags 4 /FontBBox [0 -20 800 800] /ItalicAngle 0
      /Ascent 800 /Descent -200 /CapHeight 700 /StemV 85 ${entries} /${programKey} ${PROGRAM} 0 R >>`,
    [PROGRAM]: program,
  };
}
