import { writeDocument } from '../../pdf/write/write.ts';
import type { ObjectSources } from '../documents/documents.ts';
import { cffObjects, cidObjects, HINTED_FACE, type1Objects } from '../documents/face-documents.ts';
import { compositeFont, simpleFont, textDocument } from '../documents/font-documents.ts';
import { boxGlyph } from '../fonts/truetype-font.ts';

const BOXES = { glyphs: [0, 1, 2, 3].map(boxGlyph) };
const MAPS = [
  { platform: 1, encoding: 0, glyphs: { 65: 1, 66: 2, 67: 3 } },
  { platform: 3, encoding: 1, format: 4, glyphs: { 65: 1, 66: 2, 67: 3 } },
] as const;
const FACE = {
  ...HINTED_FACE,
  glyphs: { '.notdef': HINTED_FACE.glyphs['.notdef']!, E: HINTED_FACE.glyphs.E! },
};
const CFF = {
  glyphs: ['500 endchar', '10 20 rmoveto 100 hlineto 50 vlineto endchar', '0 -107 callsubr endchar'],
};

function fontFile(text: string, objects: ObjectSources): Uint8Array {
  return writeDocument(textDocument(text, objects), { objectStreams: false });
}

export const FONT_FILES: Readonly<Record<string, () => Uint8Array>> = {
  'a TrueType font': () => fontFile('(ABC)', simpleFont({ ...BOXES, maps: MAPS })),
  'a composite font': () => fontFile('<000100020003>', compositeFont(BOXES)),
  'a Type 1 font': () => fontFile('(E)', type1Objects(FACE)),
  'a CFF font': () => fontFile('(!")', cffObjects({ ...CFF, subrs: ['20 vlineto return'] })),
  'a CID font': () => fontFile('<00010002>', cidObjects({ ...CFF, subrs: ['20 vlineto return'] })),
};
