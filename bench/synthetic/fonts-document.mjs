import { deflateSync } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';
import { PdfFile } from './pdf-file.mjs';

/** @type {Pick<typeof import('../../shared/testing/fonts/type1-fonts.ts'), 'type1Font' | 'DEFAULT_SUBRS'>} */
const { type1Font, DEFAULT_SUBRS } = await tsImport(
  '../../shared/testing/fonts/type1-fonts.ts',
  import.meta.url,
);

const GLYPHS = 94;
const FIRST_CODE = 33;
/** Strokes of a glyph, about as many as in text faces. */
const STROKES = 24;

/**
 * A page that shows every glyph of many Type 1 fonts with different outlines.
 *
 * @param {number} count of fonts
 * @param {() => number} random
 */
export function fontsDocument(count, random) {
  const file = new PdfFile();
  const widths = `/FirstChar ${FIRST_CODE}/LastChar ${FIRST_CODE + GLYPHS - 1}/Widths[${'600 '.repeat(GLYPHS)}]`;
  const fonts = Array.from({ length: count }, (_, index) => {
    const program = file.addStream('/Filter/FlateDecode', deflateSync(typeface(index, random)));
    const descriptor = file.add(
      `<</Type/FontDescriptor/FontName/F${index}/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent 0/CapHeight 700/StemV 80/FontFile ${program} 0 R>>`,
    );
    return file.add(
      `<</Type/Font/Subtype/Type1/BaseFont/F${index}${widths}/FontDescriptor ${descriptor} 0 R>>`,
    );
  });
  const codes = Array.from({ length: GLYPHS }, (_, glyph) => (FIRST_CODE + glyph).toString(16)).join('');
  const text = fonts.map((_, index) => `/F${index} 9 Tf 1 0 0 1 20 ${820 - index * 7} Tm <${codes}> Tj`);
  const contents = file.addStream('', Buffer.from(`BT ${text.join('\n')} ET`));
  const entries = fonts.map((number, index) => `/F${index} ${number} 0 R`).join('');
  const pages = file.next;
  file.add(`<</Type/Pages/Count 1/Kids[${pages + 1} 0 R]>>`);
  file.add(
    `<</Type/Page/MediaBox[0 0 595 842]/Parent ${pages} 0 R/Resources<</Font<<${entries}>>>>/Contents ${contents} 0 R>>`,
  );
  return file.withTable(file.add(`<</Type/Catalog/Pages ${pages} 0 R>>`));
}

/**
 * @param {number} index
 * @param {() => number} random
 */
function typeface(index, random) {
  const names = Array.from({ length: GLYPHS }, (_, glyph) => `g${glyph}`);
  const glyphs = names.map((name) => [name, outline(random)]);
  return type1Font({
    name: `F${index}`,
    encoding: `256 array ${names.map((name, glyph) => `dup ${FIRST_CODE + glyph} /${name} put`).join(' ')} readonly def`,
    subrs: [...DEFAULT_SUBRS, '300 40 hstem 80 60 vstem return'],
    glyphs: { '.notdef': '0 600 hsbw endchar', ...Object.fromEntries(glyphs) },
  });
}

/**
 * Stems, lines and curves, with hint replacement halfway.
 *
 * @param {() => number} random
 */
function outline(random) {
  const by = () => (random() % 160) - 80;
  const strokes = Array.from({ length: STROKES }, (_, index) =>
    index % 2 === 0 ? `${by()} ${by()} rlineto` : `${by()} ${by()} ${by()} ${by()} hvcurveto`,
  );
  strokes.splice(STROKES / 2, 0, '5 4 callsubr');
  return `40 600 hsbw 0 40 hstem 0 60 vstem 300 300 rmoveto ${strokes.join(' ')} closepath endchar`;
}
