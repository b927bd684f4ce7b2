import type { PdfDocument } from '../../pdf/document.ts';
import { key, PDFNumber } from '../../pdf/objects.ts';
import { repackedStream } from '../../pdf/streams.ts';
import type { PassContext } from '../pass.ts';
import type { FontItem, TreatedFont } from './font-optimizer.ts';
import { putCharSet, putCidSet, tagNames } from './subset-names.ts';

/** Lengths of the parts of a Type 1 program; a TrueType program has the first (ISO 32000-2, table 125). */
const LENGTHS = ['Length1', 'Length2', 'Length3'] as const;

/** Replaces a program and declares the changed entries around it. */
export function applyFont(
  doc: PdfDocument,
  { font, usage }: Pick<FontItem, 'font' | 'usage'>,
  treated: TreatedFont,
  packed: Uint8Array,
  { changes, rules }: Pick<PassContext, 'changes' | 'rules'>,
): void {
  const stream = repackedStream(font.stream, packed, { kind: 'flate', predictor: null });
  for (const name of LENGTHS) stream.dict.delete(key(name));
  stream.dict.delete(key('Subtype'));
  if (treated.programKey === 'FontFile2') stream.dict.set(key('Length1'), PDFNumber.of(treated.bytes.length));
  if (treated.programKey === 'FontFile3' && treated.subtype !== undefined)
    stream.dict.set(key('Subtype'), treated.subtype);
  doc.context.assign(font.ref, stream);
  changes.stream(font.ref, [...LENGTHS, 'Subtype']);

  if (treated.programKey !== font.programKey) {
    for (const { dict, owner, path } of font.descriptors) {
      dict.delete(key(font.programKey));
      dict.set(key(treated.programKey), font.ref);
      changes.entry(owner, [...path, font.programKey]);
      changes.entry(owner, [...path, treated.programKey]);
    }
  }
  if (treated.isSubset) nameSubset(doc, { font, usage }, treated, { changes, rules });
}

/**
 * Marks the program as a subset wherever the font is named, and lists its glyphs where required or already
 * listed.
 */
export function nameSubset(
  doc: PdfDocument,
  { font, usage }: Pick<FontItem, 'font' | 'usage'>,
  treated: Pick<TreatedFont, 'bytes' | 'glyphNames'>,
  { changes, rules }: Pick<PassContext, 'changes' | 'rules'>,
): void {
  tagNames(font, treated.bytes, changes);
  if (treated.glyphNames !== undefined)
    putCharSet(font.descriptors, treated.glyphNames, rules.listsSubsetGlyphs, changes);
  const composites = font.uses.filter(({ kind }) => kind === 'composite');
  if (composites.length === 0) return;
  const cids = new Set(composites.flatMap((use) => [...usage.codesOf(use.font.dict)]));
  putCidSet(doc, font.descriptors, rules.listsSubsetGlyphs ? cids : null, changes);
}
