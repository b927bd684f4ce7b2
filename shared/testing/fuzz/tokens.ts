import { bytesOf, type Mutation, pick, pickOf, type Random, textOf } from './edits.ts';

const TOKEN =
  /\/[^\s()<>[\]{}/%]*|\((?:[^()\\]|\\.)*\)|<[0-9a-fA-F\s]*>|<<|>>|[[\]{}]|\d+ \d+ R\b|[^\s()<>[\]{}/%]+/g;

/** Meaningful replacements for a token. */
const WORDS = (
  '0 1 -1 2 3 4 8 16 255 256 65535 65536 2147483647 -2147483648 4294967296 1e9 .5 -.0001 1.5 null true false ' +
  '[] <<>> () <> [0] [0/Fit] 1/0 (x) <ff> /N /Type 1 ' +
  '/FlateDecode /LZWDecode /ASCII85Decode /ASCIIHexDecode /RunLengthDecode /DCTDecode /JBIG2Decode /CCITTFaxDecode ' +
  '/JPXDecode /Crypt [/FlateDecode/FlateDecode] /DeviceRGB /DeviceGray /DeviceCMYK /Indexed /ICCBased /Separation ' +
  '/Pattern /Lab /CalRGB /DeviceN /Filter /DecodeParms /Length /Subtype /Image /Form /Width /Height /Decode /Mask ' +
  '/SMask /ImageMask /Matte /BitsPerComponent /ColorSpace /Predictor /Columns /Colors /Kids /Parent /Count /Pages ' +
  '/Contents /Resources /Font /XObject /ExtGState /Encoding /ToUnicode /Widths /FontFile /FontFile2 /FontFile3 ' +
  '/Annots /Dest /A /First /Next /Prev /Last /K /P /Names /Nums /Limits /OCGs /Type0 /Type1 /Type3 /TrueType ' +
  '/Identity-H /WinAnsiEncoding /MacRomanEncoding q Q cm Do BT ET Tf Td TD Tm Tj TJ T* rg RG g k scn cs gs re W n f ' +
  'S B sh BMC BDC EMC BI ID EI d0 d1 m l c h i j J w M d ri Tz Tc Tw Tr Ts'
).split(' ');

/** A token is removed, duplicated, swapped with another, or replaced. */
export const TOKEN_MUTATIONS: readonly Mutation[] = [
  (bytes, random) => withTokens(bytes, random, () => ''),
  (bytes, random) => withTokens(bytes, random, (token) => `${token} ${token}`),
  (bytes, random) => withTokens(bytes, random, () => ` ${pickOf(random, WORDS)} `),
  (bytes, random) => withTokens(bytes, random, (token) => `${token} ${pickOf(random, WORDS)} `),
  (bytes, random) =>
    withTokens(bytes, random, (_, tokens) => (tokens.length > 0 ? pickOf(random, tokens)[0] : '')),
  swapTokens,
];

function withTokens(
  bytes: Uint8Array,
  random: Random,
  change: (token: string, all: readonly RegExpMatchArray[]) => string,
): Uint8Array {
  const text = textOf(bytes);
  const tokens = [...text.matchAll(TOKEN)];
  if (tokens.length === 0) return bytes;
  const place = pickOf(random, tokens);
  const from = place.index;
  return bytesOf(text.slice(0, from) + change(place[0], tokens) + text.slice(from + place[0].length));
}

/** Mostly close to each other, within the same dictionary or operator. */
function swapTokens(bytes: Uint8Array, random: Random): Uint8Array {
  const text = textOf(bytes);
  const tokens = [...text.matchAll(TOKEN)];
  if (tokens.length < 2) return bytes;
  const at = pick(random, tokens.length - 1);
  const reach = random() < 0.7 ? 6 : tokens.length;
  const [a, b] = [tokens[at]!, tokens[Math.min(tokens.length - 1, at + 1 + pick(random, reach))]!];
  const between = text.slice(a.index + a[0].length, b.index);
  return bytesOf(text.slice(0, a.index) + b[0] + between + a[0] + text.slice(b.index + b[0].length));
}
