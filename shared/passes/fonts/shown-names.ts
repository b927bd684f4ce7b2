import type { CodeNames } from '../../fonts/cff/encoding.ts';
import { ENCODINGS, isEncodingName } from '../../fonts/encodings.ts';
import { key, nameText, PDFDict, PDFName } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import type { FontItem } from './font-optimizer.ts';
import { differencesIn } from './glyph-needs.ts';

/** A program with named glyphs. */
export interface NamedProgram {
  /** Its built-in encoding; null if unknown. */
  readonly codes: CodeNames | null;
  readonly has: (name: string) => boolean;
}

/** Glyph names that simple fonts need. */
export interface AskedNames {
  /**
   * Names of all shown glyphs; more than shown if readers differ on the base encoding of `/Differences` (ISO
   * 32000-2, 9.6.5.2).
   */
  readonly shown: ReadonlySet<string>;
  /** Subset of `shown` that determines the display: a code in `/Differences` needs no other name. */
  readonly deciding: ReadonlySet<string>;
  /** Codes whose name may come from the built-in encoding. */
  readonly builtin: ReadonlySet<number>;
}

/** Returns the names of glyphs that simple fonts show, or the reason why they are unknown. */
export function shownNames(
  { font, usage }: Pick<FontItem, 'font' | 'usage'>,
  program: NamedProgram,
): AskedNames | SkipReason {
  const shown = new Set<string>();
  const deciding = new Set<string>();
  const builtin = new Set<number>();
  for (const use of font.uses) {
    if (use.kind !== 'simple' || (use.subtype !== 'Type1' && use.subtype !== 'MMType1'))
      return 'unsupported-font';
    const encoding = namedEncoding(use.font.dict);
    if (encoding === null || program.codes === null) return 'unsupported-font';
    for (const code of usage.codesOf(use.font.dict)) {
      const names = namesOf(code, encoding, program.codes);
      // Without a glyph of the deciding name, readers search for one of the same character.
      if (names.length > 0 && !program.has(names[0]!)) return 'unknown-glyph-name';
      for (const name of names) shown.add(name);
      const difference = encoding.differences.get(code);
      for (const name of difference === undefined ? names : [difference]) deciding.add(name);
      if (difference === undefined) builtin.add(code);
    }
  }
  return { shown, deciding, builtin };
}

interface NamedEncoding {
  readonly differences: ReadonlyMap<number, string>;
  /** Null for the built-in encoding. */
  readonly base: readonly (string | null)[] | null;
}

/** Returns every name that a reader may use for a code, the deciding one first; empty for .notdef. */
function namesOf(code: number, { differences, base }: NamedEncoding, builtin: CodeNames): string[] {
  const names = [differences.get(code), base?.[code], builtin.get(code), ENCODINGS.StandardEncoding[code]];
  return names.filter((name) => name !== undefined && name !== null && name !== '.notdef') as string[];
}

/** Null if `/Encoding` is unknown. */
function namedEncoding(font: PDFDict): NamedEncoding | null {
  const encoding = font.lookup(key('Encoding'));
  if (encoding === undefined) return { differences: new Map(), base: null };
  if (encoding instanceof PDFName) return withBase(encoding, new Map());
  if (!(encoding instanceof PDFDict)) return null;
  const list = encoding.lookup(key('Differences'));
  const differences = list === undefined ? new Map<number, string>() : differencesIn(list);
  return differences === null ? null : withBase(encoding.lookup(key('BaseEncoding')), differences);
}

function withBase(name: unknown, differences: ReadonlyMap<number, string>): NamedEncoding | null {
  if (name === undefined) return { differences, base: null };
  if (!(name instanceof PDFName)) return null;
  const text = nameText(name);
  return isEncodingName(text) ? { differences, base: ENCODINGS[text] } : null;
}
