import { latin1 } from '../../pdf/bytes.ts';
import { componentsOf, isComposite, withComponentIds } from '../truetype/components.ts';
import { GlyphLocations, type GlyphMetrics, glyphMetrics, type TrueTypeFont } from '../truetype/truetype.ts';

/** A glyph in a font; equal `number`s mean equal glyphs, whatever ids they and their components have. */
export interface NumberedGlyph {
  readonly number: number;
  readonly data: Uint8Array;
  readonly metrics: GlyphMetrics;
}

/**
 * Numbers the distinct glyphs of several subsets: by outline, program, metrics, and the numbers of their
 * components.
 */
export class GlyphCatalogue {
  readonly #numbers = new Map<string, number>();

  /** Returns these glyphs of a font by id, including components; null if one cannot be read. */
  of(font: TrueTypeFont, ids: ReadonlySet<number>): ReadonlyMap<number, NumberedGlyph> | null {
    const locations = new GlyphLocations(font);
    const glyphs = new Map<number, NumberedGlyph>();
    // No loops: the caller has resolved the components of `ids`.
    const numberOf = (id: number): number | null => {
      const known = glyphs.get(id);
      if (known !== undefined) return known.number;
      const [data, metrics] = [locations.glyph(id), glyphMetrics(font, id)];
      if (data === null || metrics === null || !ids.has(id)) return null;
      const parts = isComposite(data) ? (componentsOf(data) ?? []) : [];
      const components = parts.map(({ glyph }) => numberOf(glyph));
      if (components.includes(null)) return null;
      const number = this.#numbered(
        `${metrics.advance} ${metrics.leftSideBearing} ${components.join()} ${shape(data)}`,
      );
      glyphs.set(id, { number, data, metrics });
      return number;
    };
    for (const id of ids) if (numberOf(id) === null) return null;
    return glyphs;
  }

  #numbered(glyph: string): number {
    const number = this.#numbers.get(glyph) ?? this.#numbers.size;
    this.#numbers.set(glyph, number);
    return number;
  }
}

/** Returns the data without component ids and without padding zeros. */
function shape(data: Uint8Array): string {
  const bytes = withComponentIds(data, () => 0);
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return `${data.length === 0 ? 'none' : 'some'} ${latin1(bytes, 0, end)}`;
}
