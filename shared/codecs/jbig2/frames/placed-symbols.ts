import type { Box } from '../symbol-bitmaps.ts';
import type { SymbolClass } from '../symbol-classes.ts';

/** White pixels added to each side of a prototype. */
export interface Margins {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Position of a member's prototype on its page. */
export interface Place extends Box {
  /** Index of its class. */
  readonly id: number;
}

/** One per page with members, from left to right. */
export function placesByPage(classes: readonly SymbolClass[]): readonly (readonly Place[])[] {
  const pages = new Map<number, Place[]>();
  for (const [id, { prototype, members }] of classes.entries()) {
    const { width, height } = prototype;
    for (const { component, offset } of members) {
      const place = { id, x: component.x + offset.x, y: component.y + offset.y, width, height };
      const others = pages.get(component.page);
      if (others === undefined) pages.set(component.page, [place]);
      else others.push(place);
    }
  }
  return [...pages.values()].map((places) => places.sort((a, b) => a.x - b.x || a.y - b.y));
}
