import type { Shape } from '../shapes.ts';
import type { Box, SymbolBitmap } from '../symbol-bitmaps.ts';
import type { SymbolClass } from '../symbol-classes.ts';
import { levelsOfLines } from './line-levels.ts';
import { type Margins, placesByPage } from './placed-symbols.ts';
import { sideBearings } from './side-bearings.ts';

/**
 * Adds white around symbols, like the body of a typesetter's type, so that positions cost almost nothing: a
 * text region continues at the right edge of the last symbol (6.4.5) and stays in the row of its lower edge.
 * Letters without a descender have white below, and all have the white that is usually beside them. White
 * takes almost no bits.
 */

/** A symbol as stored in a dictionary. */
export interface FramedSymbol {
  readonly bitmap: SymbolBitmap;
  readonly instances: readonly SymbolInstance[];
}

export interface SymbolInstance {
  readonly component: Shape;
  /** The symbol's frame on the page, which contains the component. White may extend beyond the page. */
  readonly frame: Box;
  /** The component has other pixels than the symbol. */
  readonly isRefined: boolean;
}

/** In the order of the classes. */
export function frameSymbols(classes: readonly SymbolClass[]): readonly FramedSymbol[] {
  const margins = classes.map(roomForMembers);
  const pages = placesByPage(classes);
  for (const [id, below] of levelsOfLines(pages, margins).entries()) margins[id]!.bottom += below;
  for (const [id, { left, right }] of sideBearings(pages, margins).entries()) {
    margins[id]!.left = left;
    margins[id]!.right = right;
  }
  return classes.map((found, id) => framed(found, margins[id]!));
}

/**
 * Makes the symbol at least as large as each member: otherwise each instance would have to code a size
 * difference.
 */
function roomForMembers({ prototype, members }: SymbolClass): Margins {
  const margins = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const { component, offset } of members) {
    margins.left = Math.max(margins.left, offset.x);
    margins.top = Math.max(margins.top, offset.y);
    margins.right = Math.max(margins.right, component.width - offset.x - prototype.width);
    margins.bottom = Math.max(margins.bottom, component.height - offset.y - prototype.height);
  }
  return margins;
}

function framed({ prototype, members }: SymbolClass, margins: Margins): FramedSymbol {
  const { left, top, right, bottom } = margins;
  const width = left + prototype.width + right;
  const height = top + prototype.height + bottom;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < prototype.height; y++) {
    const row = prototype.pixels.subarray(y * prototype.width, (y + 1) * prototype.width);
    pixels.set(row, (y + top) * width + left);
  }
  return {
    bitmap: { width, height, pixels },
    instances: members.map(({ component, offset, mismatches }) => ({
      component,
      frame: { x: component.x + offset.x - left, y: component.y + offset.y - top, width, height },
      isRefined: mismatches > 0,
    })),
  };
}
