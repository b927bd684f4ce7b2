/** Standard strings by SID, which CFF fonts do not contain (Technical Note #5176, Appendix A). */
export const STANDARD_STRINGS: readonly string[] = `
.notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright
asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon
semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft
backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x
y z braceleft bar braceright asciitilde exclamdown cent sterling fraction yen florin section currency
quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl endash dagger daggerdbl
periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis
perthousand questiondown grave acute circumflex tilde macron breve dotaccent dieresis ring cedilla
hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi lslash oslash
oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide
brokenbar degree thorn threequarters twosuperior registered minus eth multiply threesuperior copyright
Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute
Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex
Udieresis Ugrave Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla
eacute ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex
odieresis ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron exclamsmall
Hungarumlautsmall dollaroldstyle dollarsuperior ampersandsmall Acutesmall parenleftsuperior
parenrightsuperior twodotenleader onedotenleader zerooldstyle oneoldstyle twooldstyle threeoldstyle
fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle nineoldstyle commasuperior
threequartersemdash periodsuperior questionsmall asuperior bsuperior centsuperior dsuperior esuperior
isuperior lsuperior msuperior nsuperior osuperior rsuperior ssuperior tsuperior ff ffi ffl
parenleftinferior parenrightinferior Circumflexsmall hyphensuperior Gravesmall Asmall Bsmall Csmall
Dsmall Esmall Fsmall Gsmall Hsmall Ismall Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall
Ssmall Tsmall Usmall Vsmall Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted rupiah Tildesmall
exclamdownsmall centoldstyle Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall Caronsmall
Dotaccentsmall Macronsmall figuredash hypheninferior Ogoneksmall Ringsmall Cedillasmall
questiondownsmall oneeighth threeeighths fiveeighths seveneighths onethird twothirds zerosuperior
foursuperior fivesuperior sixsuperior sevensuperior eightsuperior ninesuperior zeroinferior oneinferior
twoinferior threeinferior fourinferior fiveinferior sixinferior seveninferior eightinferior nineinferior
centinferior dollarinferior periodinferior commainferior Agravesmall Aacutesmall Acircumflexsmall
Atildesmall Adieresissmall Aringsmall AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall
Edieresissmall Igravesmall Iacutesmall Icircumflexsmall Idieresissmall Ethsmall Ntildesmall Ogravesmall
Oacutesmall Ocircumflexsmall Otildesmall Odieresissmall OEsmall Oslashsmall Ugravesmall Uacutesmall
Ucircumflexsmall Udieresissmall Yacutesmall Thornsmall Ydieresissmall 001.000 001.001 001.002 001.003
Black Bold Book Light Medium Regular Roman Semibold
`
  .trim()
  .split(/\s+/);

/**
 * Codes of StandardEncoding with a glyph, as runs of [first code, last code, SID of the first] (Appendix B of
 * #5176). Accented characters refer to their parts by these codes.
 */
const STANDARD_ENCODING_RUNS: readonly (readonly [number, number, number])[] = [
  [32, 126, 1],
  [161, 175, 96],
  [177, 180, 111],
  [182, 189, 115],
  [191, 191, 123],
  [193, 200, 124],
  [202, 203, 132],
  [205, 208, 134],
  [225, 225, 138],
  [227, 227, 139],
  [232, 235, 140],
  [241, 241, 144],
  [245, 245, 145],
  [248, 251, 146],
];

/** Glyph names of StandardEncoding by code; undefined for unused codes. */
export const STANDARD_ENCODING: readonly (string | undefined)[] = standardEncoding();

function standardEncoding(): (string | undefined)[] {
  const names = new Array<string | undefined>(256).fill(undefined);
  for (const [first, last, sid] of STANDARD_ENCODING_RUNS) {
    for (let code = first; code <= last; code++) names[code] = STANDARD_STRINGS[sid + code - first];
  }
  return names;
}

type SidRun = readonly [first: number, last: number];

/** Predefined charsets (Appendix C of #5176): ISOAdobe, Expert, ExpertSubset; SIDs in glyph order. */
export const PREDEFINED_CHARSETS: readonly (readonly number[])[] = [
  sidsOf([[0, 228]]),
  sidsOf([
    [0, 1],
    [229, 238],
    [13, 15],
    [99, 99],
    [239, 248],
    [27, 28],
    [249, 266],
    [109, 110],
    [267, 318],
    [158, 158],
    [155, 155],
    [163, 163],
    [319, 326],
    [150, 150],
    [164, 164],
    [169, 169],
    [327, 378],
  ]),
  sidsOf([
    [0, 1],
    [231, 232],
    [235, 238],
    [13, 15],
    [99, 99],
    [239, 248],
    [27, 28],
    [249, 251],
    [253, 266],
    [109, 110],
    [267, 270],
    [272, 272],
    [300, 302],
    [305, 305],
    [314, 315],
    [158, 158],
    [155, 155],
    [163, 163],
    [320, 326],
    [150, 150],
    [164, 164],
    [169, 169],
    [327, 346],
  ]),
];

function sidsOf(runs: readonly SidRun[]): readonly number[] {
  const sids: number[] = [];
  for (const [first, last] of runs) for (let sid = first; sid <= last; sid++) sids.push(sid);
  return sids;
}

/** Strings by SID: the standard ones, then the font's own (Technical Note #5176, 10). */
export class StringTable {
  readonly strings: Uint8Array[] = [];
  readonly #sids = new Map(STANDARD_STRINGS.map((text, sid) => [text, sid]));

  sid(bytes: Uint8Array): number {
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    const known = this.#sids.get(text);
    if (known !== undefined) return known;
    const sid = STANDARD_STRINGS.length + this.strings.length;
    this.strings.push(bytes);
    this.#sids.set(text, sid);
    return sid;
  }
}
