import type { Plugin } from 'vite';
import { writeSfnt } from '../../shared/fonts/sfnt.ts';
import { componentsOf, isComposite } from '../../shared/fonts/truetype/components.ts';
import { NO_OUTLINE, putOutlines } from '../../shared/fonts/truetype/outline-tables.ts';
import { GlyphLocations, readTrueType } from '../../shared/fonts/truetype/truetype.ts';

/** Tables for drawing outlines. Left out: instructions, kerning and the name, which a changed font may not keep. */
const DRAWN = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'OS/2', 'post'];

/** Flags of a component. */
const ARE_WORDS = 0x0001;
const ONE_SCALE = 0x0008;
const TWO_SCALES = 0x0040;
const TWO_BY_TWO = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

/** Bytes before a glyph's first array. */
const CONTOUR_COUNT_BYTES = 10;

/** Reduces the TrueType fonts that pdf.js brings to what it draws with: 40 % of their bytes. */
export function unhintedFonts(): Plugin {
  return {
    name: 'pagelight:unhinted-fonts',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.ttf') && typeof file.source !== 'string')
          file.source = unhinted(file.source);
      }
    },
  };
}

/**
 * The same font without hints: pdf.js draws glyphs as outlines, which instructions do not move.
 *
 * @throws Error if it is no TrueType font, or damaged
 */
export function unhinted(bytes: Uint8Array): Uint8Array {
  // Of a Node Buffer, slices would share its memory.
  const font = readTrueType(new Uint8Array(bytes));
  if (font === null) throw new Error('not a TrueType font');
  const locations = new GlyphLocations(font);
  const outlines = Array.from({ length: font.glyphCount }, (_, id) => {
    const glyph = locations.glyph(id);
    if (glyph === null) throw new Error(`glyph ${id} is damaged`);
    return glyph.length === 0 ? NO_OUTLINE : withoutInstructions(glyph);
  });
  const tables = new Map([...font.tables].filter(([tag]) => DRAWN.includes(tag)));
  putOutlines(tables, outlines);
  return writeSfnt({ version: font.version, tables });
}

/** ISO/IEC 14496-22, 5.3.3. */
function withoutInstructions(glyph: Uint8Array): Uint8Array {
  const copy = glyph.slice();
  const view = new DataView(copy.buffer);
  if (!isComposite(glyph)) {
    const lengthAt = CONTOUR_COUNT_BYTES + 2 * view.getInt16(0);
    const pointsAt = lengthAt + 2 + view.getUint16(lengthAt);
    view.setUint16(lengthAt, 0);
    copy.copyWithin(lengthAt + 2, pointsAt);
    return copy.subarray(0, copy.length - (pointsAt - lengthAt - 2));
  }
  const components = componentsOf(glyph);
  if (components === null) throw new Error('a composite glyph is cut off');
  for (const { glyphAt, flags } of components) view.setUint16(glyphAt - 2, flags & ~HAS_INSTRUCTIONS);
  const { glyphAt, flags } = components.at(-1)!;
  return copy.subarray(0, glyphAt + 2 + argumentBytes(flags));
}

function argumentBytes(flags: number): number {
  const offsets = (flags & ARE_WORDS) === 0 ? 2 : 4;
  if ((flags & ONE_SCALE) !== 0) return offsets + 2;
  if ((flags & TWO_SCALES) !== 0) return offsets + 4;
  return (flags & TWO_BY_TWO) === 0 ? offsets : offsets + 8;
}
