import { latin1 } from '../../pdf/bytes.ts';
import { viewOf } from '../sfnt.ts';

/**
 * Glyph names in the `post` table (ISO/IEC 14496-22, 5.2.8). PDF readers look up glyphs by name if no
 * character map helps.
 */

/** Glyph names of format 1 in order, and of format 2 by index. */
const MAC_GLYPHS: readonly string[] = `
.notdef .null nonmarkingreturn space exclam quotedbl numbersign dollar percent ampersand quotesingle
parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight
nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v
w x y z braceleft bar braceright asciitilde Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis
aacute agrave acircumflex adieresis atilde aring ccedilla eacute egrave ecircumflex edieresis iacute igrave
icircumflex idieresis ntilde oacute ograve ocircumflex odieresis otilde uacute ugrave ucircumflex udieresis
dagger degree cent sterling section bullet paragraph germandbls registered copyright trademark acute
dieresis notequal AE Oslash infinity plusminus lessequal greaterequal yen mu partialdiff summation product
pi integral ordfeminine ordmasculine Omega ae oslash questiondown exclamdown logicalnot radical florin
approxequal Delta guillemotleft guillemotright ellipsis nonbreakingspace Agrave Atilde Otilde OE oe endash
emdash quotedblleft quotedblright quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency
guilsinglleft guilsinglright fi fl daggerdbl periodcentered quotesinglbase quotedblbase perthousand
Acircumflex Ecircumflex Aacute Edieresis Egrave Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple
Ograve Uacute Ucircumflex Ugrave dotlessi circumflex tilde macron breve dotaccent ring cedilla hungarumlaut
ogonek caron Lslash lslash Scaron scaron Zcaron zcaron brokenbar Eth eth Yacute yacute Thorn thorn minus
multiply onesuperior twosuperior threesuperior onehalf onequarter threequarters franc Gbreve gbreve
Idotaccent Scedilla scedilla Cacute cacute Ccaron ccaron dcroat
`
  .trim()
  .split(/\s+/);

const HEADER_BYTES = 32;
const FORMAT_1 = 0x00010000;
const FORMAT_2 = 0x00020000;
const FORMAT_3 = 0x00030000;

/** Names by glyph id; null if the table has none or cannot be read. */
export function readGlyphNames(table: Uint8Array, glyphCount: number): readonly string[] | null {
  if (table.length < HEADER_BYTES) return null;
  const view = viewOf(table);
  if (view.getUint32(0) === FORMAT_1) return MAC_GLYPHS.slice(0, glyphCount);
  if (view.getUint32(0) !== FORMAT_2 || table.length < HEADER_BYTES + 2) return null;
  const count = Math.min(view.getUint16(HEADER_BYTES), glyphCount);
  const stringsAt = HEADER_BYTES + 2 + view.getUint16(HEADER_BYTES) * 2;
  if (stringsAt > table.length) return null;
  const own: string[] = [];
  for (let at = stringsAt; at < table.length; at += table[at]! + 1) {
    own.push(latin1(table, at + 1, Math.min(at + 1 + table[at]!, table.length)));
  }
  return Array.from({ length: count }, (_, glyph) => {
    const index = view.getUint16(HEADER_BYTES + 2 + glyph * 2);
    return MAC_GLYPHS[index] ?? own[index - MAC_GLYPHS.length] ?? '';
  });
}

/** "This version makes it possible to create a font that is not burdened with a large 'post' table" (5.2.8.4). */
export function withoutGlyphNames(table: Uint8Array): Uint8Array {
  if (table.length <= HEADER_BYTES) return table;
  const header = table.slice(0, HEADER_BYTES);
  viewOf(header).setUint32(0, FORMAT_3);
  return header;
}

/**
 * Reduces the table to the first `glyphCount` glyphs, with those outside `kept` named `.notdef`; null if it
 * is not format 2. Everything before the names stays.
 */
export function filterGlyphNames(
  table: Uint8Array,
  glyphCount: number,
  kept: ReadonlySet<number>,
): Uint8Array | null {
  const names = viewOf(table).getUint32(0) === FORMAT_2 ? readGlyphNames(table, glyphCount) : null;
  if (names === null) return null;
  return writeGlyphNames(
    table,
    names.map((name, glyph) => (kept.has(glyph) ? name : '.notdef')),
  );
}

/** Writes a table of format 2 with these names by glyph id; everything before the names comes from `table`. */
export function writeGlyphNames(table: Uint8Array, names: readonly string[]): Uint8Array {
  const indexes: number[] = [];
  const own = new Map<string, number>();
  for (const name of names) {
    const standard = MAC_GLYPHS.indexOf(name);
    if (standard < 0 && !own.has(name)) own.set(name, MAC_GLYPHS.length + own.size);
    indexes.push(standard < 0 ? own.get(name)! : standard);
  }
  const stringBytes = [...own.keys()].reduce((sum, name) => sum + 1 + name.length, 0);
  const written = new Uint8Array(HEADER_BYTES + 2 + indexes.length * 2 + stringBytes);
  written.set(table.subarray(0, HEADER_BYTES));
  const view = viewOf(written);
  view.setUint32(0, FORMAT_2);
  view.setUint16(HEADER_BYTES, indexes.length);
  for (const [glyph, index] of indexes.entries()) view.setUint16(HEADER_BYTES + 2 + glyph * 2, index);
  let at = HEADER_BYTES + 2 + indexes.length * 2;
  for (const name of own.keys()) {
    written[at++] = name.length;
    for (const character of name) written[at++] = character.charCodeAt(0);
  }
  return written;
}
