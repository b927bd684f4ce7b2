import type { Linear } from '../../pdf/content/interpret/linear.ts';
import type { ContentReader } from '../../pdf/content/syntax/operations.ts';
import type { Offset, Offsets } from './offsets.ts';

/**
 * Applies an operation to the offsets.
 * @param moves returns the offset of the coordinates of `Tm` and `Td`, and handles `TJ`
 * @returns false when positions are no longer certain
 */
export function follow(reader: ContentReader, offsets: Offsets, moves: () => Offset): boolean {
  switch (reader.operator) {
    case 'q':
      return offsets.save();
    case 'Q':
      return offsets.restore();
    case 'cm':
      return offsets.concat(linearOf(reader));
    case 'BT':
      offsets.beginText();
      return true;
    case 'ET':
      offsets.endText();
      return true;
    case 'Tm':
      offsets.setLine(linearOf(reader), moves());
      return true;
    case 'Td':
      offsets.moveLine(moves());
      return true;
    case 'TD':
    case 'T*':
    case "'":
    case '"':
      offsets.moveLine({ x: 0, y: 0 });
      return true;
    case 'TJ':
      moves();
      return true;
    case 'Tf':
      offsets.setFontSize(numberOrNull(reader.number(1)));
      return true;
    case 'Tz':
      offsets.setHorizontalScale(reader.number(0) / 100);
      return true;
    case 'gs':
      // The state may select a font.
      offsets.setFontSize(null);
      return true;
    default:
      return true;
  }
}

function linearOf(reader: ContentReader): Linear {
  return { a: reader.number(0), b: reader.number(1), c: reader.number(2), d: reader.number(3) };
}

function numberOrNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
