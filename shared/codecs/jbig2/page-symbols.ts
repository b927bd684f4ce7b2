import { type Bitmap, bytesPerRow } from '../bitmap.ts';
import { type Component, type ComponentLimits, findComponents, PixelRoom } from './components.ts';
import { moveTowardClasses } from './near/move-pixels.ts';
import { DistinctShapes, shapesOn } from './shapes.ts';
import { findClasses, gainOf, gainOfMember, prototypeBits, type SymbolClass } from './symbol-classes.ts';

/** Symbols that repeat on some pages. */
export interface FoundSymbols {
  /** Classes with members on at least two pages. */
  readonly shared: readonly SymbolClass[];
  /** One per page; null if nothing would be gained. */
  readonly pages: readonly (PageSymbols | null)[];
}

export interface PageSymbols {
  /** Classes with members on this page alone. */
  readonly own: readonly SymbolClass[];
  /** The page without the pixels of the symbols' instances. */
  readonly rest: Bitmap;
  /** True if pixels of them moved. */
  readonly isMoved?: boolean;
}

const LETTERS: ComponentLimits = {
  // Excludes rules and words that touch; a letter of 24 points at 600 dpi has 200 pixels, and the area is 200
  // times that.
  maxSide: 3000,
  maxArea: 40_000,
  // A smaller speck costs less than its position would.
  minInk: 8,
  // Dense print has one in 30; a halftone or noise has one in 10 and more.
  pixelsPerRun: 16,
  // A newspaper at 600 dpi has fewer; each may be a shape in memory.
  maxRuns: 1_500_000,
  // A page of a newspaper has some 20,000.
  maxCount: 60_000,
};

/** A page with letters has more in its first lines. */
const FEW_RUNS = 20_000;

/** Returns false if the page has no shape that could be a symbol: nearly empty, or one large drawing. */
export function mayHaveSymbols(page: Bitmap): boolean {
  const components = findComponents(page, { ...LETTERS, maxRuns: FEW_RUNS });
  return components === null || components.length > 0;
}

/** Total for all pages: books have 3,000 per page. Further pages get no symbols. */
const MAX_SHAPES = 240_000;

/** Share of the page's bytes: pages with a smaller estimated gain lost, such as drawings with a few letters. */
const MIN_GAIN = 0.04;

/** Share of the page's bytes as one region: drawn pages have nothing to gain, and stay exact. */
const MIN_MOVED_GAIN = 0.01;

/**
 * Finds the shapes that repeat on one or several pages. `genericBytes`: size of each page as one generic
 * region, from which the cost of its other pixels is derived.
 */
export function findSymbols(pages: readonly Bitmap[], genericBytes: readonly number[]): FoundSymbols {
  const classes = findClasses(shapesOf(pages, genericBytes).byCount, pages.length);
  const gains = gainsOfPages(classes, pages.length);
  const isWorth = pages.map((_, page) => gains[page]! > genericBytes[page]! * 8 * MIN_GAIN);
  const kept = classes
    .map(({ prototype, members }) => ({
      prototype,
      members: members.filter(({ component }) => isWorth[component.page]),
    }))
    .filter((found) => gainOf(found) > 0);
  const own: SymbolClass[][] = pages.map(() => []);
  const shared: SymbolClass[] = [];
  for (const found of kept) {
    const page = onlyPage(found);
    if (page === null) shared.push(found);
    else own[page]!.push(found);
  }
  const rests = restsOf(pages, kept);
  return {
    shared,
    pages: own.map((classes, page) => {
      const rest = rests.get(page);
      return rest === undefined ? null : { own: classes, rest };
    }),
  };
}

/**
 * Returns the same symbols after moving edge pixels on some pages toward their classes; everything else on
 * the pages stays. Pages that would gain almost nothing stay exact.
 */
export function withMovedPixels(
  { shared, pages: found }: FoundSymbols,
  pages: readonly Bitmap[],
  genericBytes: readonly number[],
  mayMove: readonly boolean[],
): FoundSymbols {
  const classes = [...shared, ...found.flatMap((page) => page?.own ?? [])];
  const moved = moveTowardClasses(classes, pages, mayMove);
  const gains = pages.map(() => 0);
  for (const [at, { members }] of classes.entries()) {
    for (const [index, member] of members.entries()) {
      gains[member.component.page]! += gainOfMember(moved[at]!.members[index]!) - gainOfMember(member);
    }
  }
  const isWorth = pages.map((_, page) => gains[page]! > genericBytes[page]! * 8 * MIN_MOVED_GAIN);
  const chosen = classes.map(({ prototype, members }, at) => ({
    prototype,
    members: members.map((member, index) =>
      isWorth[member.component.page] ? moved[at]!.members[index]! : member,
    ),
  }));
  let next = shared.length;
  return {
    shared: chosen.slice(0, next),
    pages: found.map(
      (page, index) =>
        page && { ...page, own: chosen.slice(next, (next += page.own.length)), isMoved: isWorth[index]! },
    ),
  };
}

function shapesOf(pages: readonly Bitmap[], genericBytes: readonly number[]): DistinctShapes {
  const shapes = new DistinctShapes();
  const room = new PixelRoom();
  for (const [index, page] of pages.entries()) {
    const components = findComponents(page, LETTERS, room);
    if (components === null || components.length === 0) continue;
    if (shapes.count + components.length > MAX_SHAPES) continue;
    shapes.add(shapesOn(index, components, (genericBytes[index]! * 8) / countEdges(page)));
  }
  return shapes;
}

/** Bits that each page gains, without prototypes shared with others. */
function gainsOfPages(classes: readonly SymbolClass[], pages: number): readonly number[] {
  const gains = Array.from({ length: pages }, () => 0);
  for (const found of classes) {
    for (const member of found.members) gains[member.component.page]! += gainOfMember(member);
    const page = onlyPage(found);
    if (page !== null) gains[page]! -= prototypeBits(found.prototype);
  }
  return gains;
}

/** Null if it has members on several pages. */
function onlyPage({ members }: SymbolClass): number | null {
  const { page } = members[0]!.component;
  return members.every(({ component }) => component.page === page) ? page : null;
}

/** Returns each page that has symbols without its symbols. */
function restsOf(pages: readonly Bitmap[], classes: readonly SymbolClass[]): ReadonlyMap<number, Bitmap> {
  const rests = new Map<number, Bitmap & { readonly data: Uint8Array }>();
  for (const { members } of classes) {
    for (const { component } of members) {
      const page = pages[component.page]!;
      const rest = rests.get(component.page) ?? { ...page, data: page.data.slice() };
      rests.set(component.page, rest);
      erase(rest.data, bytesPerRow(page.width), component);
    }
  }
  return rests;
}
/** Counts like a component, except for the page's outer border. */
function countEdges({ width, height, data }: Bitmap): number {
  const stride = bytesPerRow(width);
  let edges = 0;
  for (let y = 0; y < height; y++) {
    const row = y * stride;
    for (let column = 0; column < stride; column++) {
      const at = row + column;
      const byte = data[at]!;
      const above = y === 0 ? 0 : data[at - stride]!;
      const left = column === 0 ? 0 : data[at - 1]! & 1;
      if ((byte | above | left) === 0) continue;
      edges += BIT_COUNT[byte ^ ((left << 7) | (byte >> 1))]! + BIT_COUNT[byte ^ above]!;
    }
  }
  return edges;
}

function erase(data: Uint8Array, stride: number, { x, y, width, height, pixels }: Component): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (pixels[row * width + column] === 0) continue;
      const pixel = x + column;
      data[(y + row) * stride + (pixel >> 3)]! &= ~(0x80 >> (pixel & 7));
    }
  }
}

const BIT_COUNT = new Uint8Array(256);
for (let byte = 1; byte < 256; byte++) BIT_COUNT[byte] = BIT_COUNT[byte >> 1]! + (byte & 1);
