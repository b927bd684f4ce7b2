import type { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { PDFName } from '../../pdf/objects.ts';
import type { ContentWalk } from './content-walk.ts';
import { last, secondLast, stringAt } from './operands.ts';

/** Runs the operations of a content stream. */
export function runContent(walk: ContentWalk, reader: ContentReader): void {
  while (reader.next()) OPERATIONS.get(reader.operator)?.(walk, reader);
  if (reader.problem !== null) walk.breakOff();
}

const GRAY = PDFName.of('DeviceGray');
const RGB = PDFName.of('DeviceRGB');
const CMYK = PDFName.of('DeviceCMYK');

type Operation = (walk: ContentWalk, reader: ContentReader) => void;

/** ISO 32000-2, annex A. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['q', (walk) => walk.save()],
  ['Q', (walk) => walk.restore()],
  ['cm', (walk, reader) => walk.concat(reader)],
  ['gs', (walk, reader) => walk.applyExtGState(reader)],
  ['m', (walk, reader) => walk.moveTo(reader)],
  ['l', (walk, reader) => walk.addPoints(reader, 1)],
  ['c', (walk, reader) => walk.addPoints(reader, 3)],
  ['v', (walk, reader) => walk.addPoints(reader, 2)],
  ['y', (walk, reader) => walk.addPoints(reader, 2)],
  ['re', (walk, reader) => walk.rectangle(reader)],
  ['W', (walk) => walk.clip()],
  ['W*', (walk) => walk.clip()],
  ['n', (walk) => walk.paint(false, false)],
  ...['f', 'F', 'f*'].map((name) => [name, (walk: ContentWalk) => walk.paint(true, false)] as const),
  ...['S', 's'].map((name) => [name, (walk: ContentWalk) => walk.paint(false, true)] as const),
  ...['B', 'B*', 'b', 'b*'].map((name) => [name, (walk: ContentWalk) => walk.paint(true, true)] as const),
  ['sh', (walk, reader) => walk.shading(reader)],
  ['w', (walk, reader) => walk.set({ lineWidth: Math.abs(last(reader)) })],
  ['d', (walk, reader) => walk.dash(reader)],
  ['g', (walk, reader) => walk.deviceColor(reader, GRAY, 'fill')],
  ['G', (walk, reader) => walk.deviceColor(reader, GRAY, 'stroke')],
  ['rg', (walk, reader) => walk.deviceColor(reader, RGB, 'fill')],
  ['RG', (walk, reader) => walk.deviceColor(reader, RGB, 'stroke')],
  ['k', (walk, reader) => walk.deviceColor(reader, CMYK, 'fill')],
  ['K', (walk, reader) => walk.deviceColor(reader, CMYK, 'stroke')],
  ['cs', (walk, reader) => walk.colorSpace(reader, 'fill')],
  ['CS', (walk, reader) => walk.colorSpace(reader, 'stroke')],
  ...['sc', 'scn'].map(
    (name) => [name, (walk: ContentWalk, reader: ContentReader) => walk.color(reader, 'fill')] as const,
  ),
  ...['SC', 'SCN'].map(
    (name) => [name, (walk: ContentWalk, reader: ContentReader) => walk.color(reader, 'stroke')] as const,
  ),
  ['Tr', (walk, reader) => walk.set({ renderMode: last(reader) })],
  ['BT', (walk) => walk.beginText()],
  ['Tm', (walk, reader) => walk.textMatrix(reader)],
  ['Tf', (walk, reader) => walk.selectFont(reader)],
  ['Tc', (walk, reader) => walk.set({ characterSpacing: last(reader) })],
  ['Tw', (walk, reader) => walk.set({ wordSpacing: last(reader) })],
  ['Tz', (walk, reader) => walk.set({ horizontalScale: last(reader) / 100 })],
  ['TL', (walk, reader) => walk.set({ leading: last(reader) })],
  ['Ts', (walk, reader) => walk.set({ rise: last(reader) })],
  ['Td', (walk, reader) => walk.nextLine(secondLast(reader), last(reader))],
  [
    'TD',
    (walk, reader) => {
      walk.set({ leading: -last(reader) });
      walk.nextLine(secondLast(reader), last(reader));
    },
  ],
  ['T*', (walk) => walk.nextLineByLeading()],
  ['Tj', (walk, reader) => walk.show(stringAt(reader))],
  ['TJ', (walk, reader) => walk.showArray(reader.value(reader.operandCount - 1))],
  [
    "'",
    (walk, reader) => {
      walk.nextLineByLeading();
      walk.show(stringAt(reader));
    },
  ],
  [
    '"',
    (walk, reader) => {
      const first = reader.operandCount - 3;
      walk.set({ wordSpacing: reader.number(first) || 0, characterSpacing: reader.number(first + 1) || 0 });
      walk.nextLineByLeading();
      walk.show(stringAt(reader));
    },
  ],
  ['Do', (walk, reader) => walk.drawXObject(reader)],
  ['BI', (walk, reader) => walk.inlineImage(reader)],
  ['BDC', (walk, reader) => walk.beginMarked(reader)],
]);
