/** Fonts with codes defined by a CMap (ISO 32000-2, 9.7). */

import { dictsIn } from '../../pdf/inventory/trees.ts';
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream } from '../../pdf/objects.ts';
import { dataOf } from '../digest.ts';
import { entry, nameOf, numberOf } from '../strings.ts';
import { itemsOf } from '../trees.ts';
import { comparedText } from './characters.ts';
import { charactersOf, readCMap } from './cmap.ts';
import { type CodeReader, codeReader } from './code-reader.ts';
import type { ShownCode, TextFont } from './text-font.ts';

export function compositeFont(font: PDFDict): TextFont {
  const encoding = entry(font, 'Encoding');
  const reader = codeReader(encoding);
  const isVertical = isVerticalEncoding(encoding);
  const [descendant] = dictsIn(entry(font, 'DescendantFonts'));
  const map = entry(font, 'ToUnicode');
  const toUnicode = map instanceof PDFRawStream ? readCMap(dataOf(map)) : null;
  const widths =
    descendant === undefined ? null : isVertical ? verticalAdvances(descendant) : widthsOf(descendant);
  const known = new Map<number, ShownCode>();

  const read = (code: number, bytes: number): ShownCode => {
    const digits = toUnicode?.characters(code) ?? null;
    const said = digits === null ? null : comparedText(charactersOf(digits));
    const cid = reader.cid(code);
    return {
      text: said ?? textByCode(reader, code, bytes),
      advance: (cid === null ? ASSUMED : (widths?.(cid) ?? ASSUMED)) * UNIT * (isVertical ? -1 : 1),
      isSure: cid !== null && widths !== null,
      isWordSpace: bytes === 1 && code === SPACE,
    };
  };
  return {
    isVertical,
    *codes(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const length = Math.min(reader.lengthAt(bytes, at), bytes.length - at);
        let code = 0;
        for (let i = 0; i < length; i += 1) code = code * 256 + bytes[at + i]!;
        at += length;
        const id = length * 2 ** 32 + code;
        let shown = known.get(id);
        if (shown === undefined) known.set(id, (shown = read(code, length)));
        yield shown;
      }
    },
  };
}

const SPACE = 32;
const UNIT = 0.001;
/** "Default value: 1000" of `/DW`; vertically minus 1000. */
const ASSUMED = 1000;

function textByCode(reader: CodeReader, code: number, bytes: number): string | null {
  const text = reader.text(code, bytes);
  return text === null ? null : comparedText(text);
}

function isVerticalEncoding(encoding: PDFObject | undefined): boolean {
  if (encoding instanceof PDFName) return /-?V$/.test(nameOf(encoding) ?? '');
  return encoding instanceof PDFRawStream && numberOf(entry(encoding.dict, 'WMode')) === 1;
}

/** Widths by CID: `c [w1 w2 …]` and `first last w` in turn (9.7.4.3). */
function widthsOf(descendant: PDFDict): (cid: number) => number {
  const listed = entryTable(entry(descendant, 'W'), 1);
  const standard = numberOf(entry(descendant, 'DW')) ?? ASSUMED;
  return (cid) => listed(cid) ?? standard;
}

/** Downward advance, as a positive number. */
function verticalAdvances(descendant: PDFDict): (cid: number) => number {
  const listed = entryTable(entry(descendant, 'W2'), 3);
  const standard = numberOf(itemsOf(entry(descendant, 'DW2'))[1]) ?? -ASSUMED;
  return (cid) => -(listed(cid) ?? standard);
}

/** There are 65,536 CIDs; ranges are searched linearly. */
const MAX_SINGLES = 1 << 17;
const MAX_RANGES = 1 << 13;

function entryTable(array: PDFObject | undefined, numbersEach: 1 | 3): (cid: number) => number | null {
  const single = new Map<number, number>();
  const ranges: { readonly first: number; readonly last: number; readonly width: number }[] = [];
  const items = itemsOf(array);
  for (let at = 0; at + 1 < items.length && single.size < MAX_SINGLES && ranges.length < MAX_RANGES; ) {
    const first = numberOf(items[at]) ?? 0;
    const second = items[at + 1];
    if (second instanceof PDFArray) {
      const widths = itemsOf(second).map(numberOf);
      for (let i = 0; i < widths.length; i += numbersEach)
        single.set(first + i / numbersEach, widths[i] ?? 0);
      at += 2;
    } else {
      ranges.push({ first, last: numberOf(second) ?? first, width: numberOf(items[at + 2]) ?? 0 });
      at += 2 + numbersEach;
    }
  }
  return (cid) =>
    single.get(cid) ?? ranges.find(({ first, last }) => cid >= first && cid <= last)?.width ?? null;
}
