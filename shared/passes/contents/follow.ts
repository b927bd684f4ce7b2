import type { Linear } from '../../pdf/content/interpret/linear.ts';
import type { ContentReader } from '../../pdf/content/syntax/operations.ts';
import type { Offsets } from './offsets.ts';

/**
 * Applies an operation to the offsets.
 * @param adjust handles `TJ`
 * @returns false when positions are no longer certain
 */
export function follow(reader: ContentReader, offsets: Offsets, adjust: () => void): boolean {
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
      offsets.setLine(linearOf(reader));
      return true;
    case 'Td':
    case 'TD':
    case 'T*':
    case "'":
    case '"':
      offsets.nextLine();
      return true;
    case 'TJ':
      adjust();
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
