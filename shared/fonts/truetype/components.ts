import { viewOf } from '../sfnt.ts';
import type { GlyphLocations } from './truetype.ts';

/** A component of a composite glyph (ISO/IEC 14496-22, 5.3.3.1.2). */
export interface Component {
  readonly glyph: number;
  /** Position of `glyph` in the data. */
  readonly glyphAt: number;
  readonly flags: number;
  /** Offsets in font units, or numbers of points to match; the flags tell which. */
  readonly arguments: readonly [number, number];
  /** xscale, scale01, scale10, yscale. */
  readonly scale: readonly [number, number, number, number];
}

export const ARGS_ARE_XY = 0x0002;
export const SCALED_OFFSET = 0x0800;
const ARGS_ARE_WORDS = 0x0001;
const ONE_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const TWO_SCALES = 0x0040;
const TWO_BY_TWO = 0x0080;

/** Nesting of composites; `maxComponentDepth` of real fonts is 1 to 3, and readers have limits. */
export const MAX_COMPONENT_DEPTH = 16;
const MAX_COMPONENTS = 1024;

export function isComposite(glyph: Uint8Array): boolean {
  return glyph.length >= 10 && viewOf(glyph).getInt16(0) < 0;
}

/** Returns the components of a composite glyph; null if its data is truncated. */
export function componentsOf(glyph: Uint8Array): readonly Component[] | null {
  const view = viewOf(glyph);
  const components: Component[] = [];
  let at = 10;
  for (let more = true; more; ) {
    if (at + 4 > glyph.length || components.length === MAX_COMPONENTS) return null;
    const flags = view.getUint16(at);
    const id = view.getUint16(at + 2);
    const areWords = (flags & ARGS_ARE_WORDS) !== 0;
    const scales =
      (flags & ONE_SCALE) !== 0 ? 1 : (flags & TWO_SCALES) !== 0 ? 2 : (flags & TWO_BY_TWO) !== 0 ? 4 : 0;
    const scalesAt = at + (areWords ? 8 : 6);
    if (scalesAt + scales * 2 > glyph.length) return null;
    const argument = (index: number): number => {
      const isSigned = (flags & ARGS_ARE_XY) !== 0;
      if (areWords) return isSigned ? view.getInt16(at + 4 + index * 2) : view.getUint16(at + 4 + index * 2);
      return isSigned ? view.getInt8(at + 4 + index) : view.getUint8(at + 4 + index);
    };
    const scale = Array.from({ length: scales }, (_, index) => view.getInt16(scalesAt + index * 2) / 0x4000);
    components.push({
      glyph: id,
      glyphAt: at + 2,
      flags,
      arguments: [argument(0), argument(1)],
      scale: matrixOf(scale),
    });
    at = scalesAt + scales * 2;
    more = (flags & MORE_COMPONENTS) !== 0;
  }
  return components;
}

/** Returns a glyph's data with other component ids. */
export function withComponentIds(glyph: Uint8Array, idOf: (id: number) => number): Uint8Array {
  const components = isComposite(glyph) ? (componentsOf(glyph) ?? []) : [];
  if (components.every((component) => idOf(component.glyph) === component.glyph)) return glyph;
  const copy = glyph.slice();
  for (const component of components) viewOf(copy).setUint16(component.glyphAt, idOf(component.glyph));
  return copy;
}

export type ClosureProblem = 'composite-loop' | 'damaged-font';

/** Returns these glyphs with all their components, ascending; or why they are unknown. */
export function withComponents(
  locations: GlyphLocations,
  glyphs: Iterable<number>,
): ReadonlySet<number> | ClosureProblem {
  const closure = new Set<number>();
  const open = new Set<number>();
  const add = (id: number): ClosureProblem | null => {
    if (open.has(id) || open.size === MAX_COMPONENT_DEPTH) return 'composite-loop';
    if (closure.has(id)) return null;
    const glyph = locations.glyph(id);
    if (glyph === null) return 'damaged-font';
    closure.add(id);
    if (!isComposite(glyph)) return null;
    open.add(id);
    for (const component of componentsOf(glyph) ?? [{ glyph: -1 }]) {
      const problem = component.glyph < 0 ? 'damaged-font' : add(component.glyph);
      if (problem !== null) return problem;
    }
    open.delete(id);
    return null;
  };
  for (const id of glyphs) {
    const problem = add(id);
    if (problem !== null) return problem;
  }
  return new Set([...closure].sort((one, other) => one - other));
}

function matrixOf(scale: readonly number[]): Component['scale'] {
  switch (scale.length) {
    case 1:
      return [scale[0]!, 0, 0, scale[0]!];
    case 2:
      return [scale[0]!, 0, 0, scale[1]!];
    case 4:
      return [scale[0]!, scale[1]!, scale[2]!, scale[3]!];
    default:
      return [1, 0, 0, 1];
  }
}
