import type { CodeNames } from '../../fonts/cff/encoding.ts';
import { ENCODINGS, isEncodingName } from '../../fonts/encodings.ts';
import { key, nameText, PDFDict, PDFName } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import type { FontItem } from './font-optimizer.ts';
import { differencesIn } from './glyph-needs.ts';

/** A program whose glyphs have names. */
export interface NamedProgram {
  /** Its builtin encoding; null where that is not known. */
  readonly codes: CodeNames | null;
  readonly has: (name: string) => boolean;
}

/** What simple fonts ask of a program. */
export interface AskedNames {
  /**
   * Of all glyphs that are shown. More names than are shown where readers differ about the encoding that lies beneath
   * `/Differences` (ISO 32000-2, 9.6.5.2).
   */
  readonly shown: ReadonlySet<string>;
  /** Those of `shown` that decide what is shown: what `/Differences` name needs no other name. */
  readonly deciding: ReadonlySet<string>;
  /** Codes whose name may come from the builtin encoding. */
  readonly builtin: ReadonlySet<number>;
}

/** Names of the glyphs that the document shows by simple fonts; or why that cannot be told. */
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
      // Without a glyph of the name that counts, readers look for one that stands for the same character.
      if (names.length > 0 && !program.has(names[0])) return 'unknown-glyph-name';
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
  /** Null for the builtin one. */
  readonly base: readonly (string | null)[] | null;
}

/** Every name that a reader may take for a code, the one that counts first; none for .notdef. */
function namesOf(code: number, { differences, base }: NamedEncoding, builtin: CodeNames): string[] {
  const names = [differences.get(code), base?.[code], builtin.get(code), ENCODINGS.StandardEncoding[code]];
  return names.filter((name) => name !== undefined && name !== null && name !== '.notdef') as string[];
}

/** Null when `/Encoding` is something else than what we know. */
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
