import type { Shape } from '../shapes.ts';
import type { Box, SymbolBitmap } from '../symbol-bitmaps.ts';
import type { SymbolClass } from '../symbol-classes.ts';
import { levelsOfLines } from './line-levels.ts';
import { type Margins, placesByPage } from './placed-symbols.ts';
import { sideBearings } from './side-bearings.ts';

/**
 * White around symbols, as around a typesetter's types, so that it hardly has to be told where one stands: a text region
 * goes on from the right edge of the last symbol (6.4.5) and keeps to the row of its lower edge. So letters without a
 * descender have white below, and all have the white that usually lies beside them. White takes next to nothing.
 */

/** A symbol as a dictionary has it. */
export interface FramedSymbol {
  readonly bitmap: SymbolBitmap;
  readonly instances: readonly SymbolInstance[];
}

export interface SymbolInstance {
  /** What is drawn. */
  readonly component: Shape;
  /** Where the symbol's frame lies on the page; the component lies in it. White may lie beyond the page's edges. */
  readonly frame: Box;
  /** The component has other pixels than the symbol. */
  readonly isRefined: boolean;
}

/** In the order of the classes. */
export function frameSymbols(classes: readonly SymbolClass[]): readonly FramedSymbol[] {
  const margins = classes.map(roomForMembers);
  const pages = placesByPage(classes);
  for (const [id, below] of levelsOfLines(pages, margins).entries()) margins[id].bottom += below;
  for (const [id, { left, right }] of sideBearings(pages, margins).entries()) {
    margins[id].left = left;
    margins[id].right = right;
  }
  return classes.map((found, id) => framed(found, margins[id]));
}

/** So that no member is larger than its symbol: of sizes that differ each instance would have to tell by how much. */
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
