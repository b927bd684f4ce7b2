import { fromLatin1 } from '../../pdf/bytes.ts';
import { type1CharString } from './charstrings.ts';

/** A Type 1 program as written by a tool; every part can be replaced. */
export interface Type1Source {
  readonly name?: string;
  /** `/Encoding` with its array. */
  readonly encoding?: string;
  /** Further entries before `eexec`. */
  readonly header?: string;
  readonly matrix?: string;
  /** Entries of the Private dictionary. */
  readonly private?: string;
  /** Indexed by number, or null for a font without `/Subrs`. */
  readonly subrs?: readonly string[] | null;
  /** Keyed by name. */
  readonly glyphs: Readonly<Record<string, string>>;
  readonly lenIV?: number;
  readonly form?: 'binary' | 'hex' | 'segments';
  /** The end of the encrypted part. */
  readonly privateEnd?: string;
  /** After `closefile`: usually 512 zeros and `cleartomark`. */
  readonly trailer?: string;
}

/** Standard subroutines: flex in 0 to 2, hint replacement in 4 (Adobe Type 1 Font Format, 8.3). */
export const DEFAULT_SUBRS: readonly string[] = [
  '3 0 callothersubr pop pop setcurrentpoint return',
  '0 1 callothersubr return',
  '0 2 callothersubr return',
  'return',
  '1 3 callothersubr pop callsubr return',
];

const EEXEC_KEY = 55665;
const CHARSTRING_KEY = 4330;
const TRAILER = `\n${`${'0'.repeat(64)}\n`.repeat(8)}cleartomark\n`;

export function type1Font(source: Type1Source): Uint8Array {
  const { form = 'binary' } = source;
  const clear = fromLatin1(clearPart(source));
  const cipher = encrypted(privatePart(source), EEXEC_KEY, 4);
  const trailer = fromLatin1(source.trailer ?? TRAILER);
  if (form === 'hex') return joined([clear, fromLatin1(hexLines(cipher)), trailer]);
  if (form === 'binary') return joined([clear, cipher, trailer]);
  return joined([segment(1, clear), segment(2, cipher), segment(1, trailer), Uint8Array.of(0x80, 3)]);
}

function clearPart({
  name = 'Small',
  encoding = 'StandardEncoding def',
  header = '',
  matrix,
}: Type1Source): string {
  return `%!PS-AdobeFont-1.0: ${name} 001.001
11 dict begin
/FontInfo 9 dict dup begin
/Notice (A \\(small\\) font) readonly def
/FullName (${name}) readonly def
/Weight (Medium) readonly def
/ItalicAngle -12.5 def
/isFixedPitch false def
end readonly def
/FontName /${name} def
/PaintType 0 def
/FontType 1 def
/FontMatrix [${matrix ?? '0.001 0 0 0.001 0 0'}] readonly def
/Encoding ${encoding}
/FontBBox {-10 -20 800 900} readonly def
${header}
currentdict end
currentfile eexec
`;
}

function privatePart(source: Type1Source): Uint8Array {
  const { lenIV = 4, subrs = DEFAULT_SUBRS, glyphs } = source;
  const parts: Uint8Array[] = [];
  const text = (value: string) => parts.push(fromLatin1(value));
  const charString = (code: string) => {
    const plain = type1CharString(code);
    const data = lenIV < 0 ? plain : encrypted(plain, CHARSTRING_KEY, lenIV);
    text(`${data.length} RD `);
    parts.push(data);
  };
  text(`dup /Private 12 dict dup begin
/RD {string currentfile exch readstring pop} executeonly def
/ND {noaccess def} executeonly def
/NP {noaccess put} executeonly def
/password 5839 def
${lenIV === 4 ? '' : `/lenIV ${lenIV} def`}
${source.private ?? '/BlueValues [-15 0 700 715] def /StdHW [60] def'}
`);
  if (subrs !== null) {
    text(`/Subrs ${subrs.length} array\n`);
    for (const [index, code] of subrs.entries()) {
      text(`dup ${index} `);
      charString(code);
      text(' NP\n');
    }
    text('ND\n');
  }
  text(`2 index /CharStrings ${Object.keys(glyphs).length} dict dup begin\n`);
  for (const [name, code] of Object.entries(glyphs)) {
    text(`/${name} `);
    charString(code);
    text(' ND\n');
  }
  text(`end\nend\nreadonly put\nnoaccess put\ndup/FontName get exch definefont pop\n`);
  text(source.privateEnd ?? 'mark currentfile closefile\n');
  return joined(parts);
}

/** The leading random bytes are zeros, since the cipher then begins with no hexadecimal digit. */
function encrypted(plain: Uint8Array, key: number, randomBytes: number): Uint8Array {
  const cipher = new Uint8Array(randomBytes + plain.length);
  let state = key;
  for (let i = 0; i < cipher.length; i++) {
    cipher[i] = (plain[i - randomBytes] ?? 0) ^ (state >> 8);
    state = ((cipher[i]! + state) * 52845 + 22719) & 0xffff;
  }
  return cipher;
}

function hexLines(bytes: Uint8Array): string {
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/.{64}/g, '$&\n');
}

function segment(type: number, data: Uint8Array): Uint8Array {
  const { length } = data;
  return joined([Uint8Array.of(0x80, type, length, length >> 8, length >> 16, length >> 24), data]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
