import { readColorTable } from './color-table.ts';
import { type ProfileColors, profileColors } from './colors.ts';
import { areNear, CURVE_POINTS, type SampledColor, sampled } from './compact.ts';
import { readTableProfile, type TableProfile, writeProfile } from './profile.ts';
import { standardTags } from './standard-spaces.ts';

/** Tags kept besides the colors in the short form of a standard space. */
const WORDS: ReadonlySet<string> = new Set(['desc', 'cprt', 'wtpt', 'chad']);
/** Input and display devices: their profiles may have only curves (ICC.1:2010, 8.3.3 and 8.4.3). */
const MAY_BE_CURVES: ReadonlySet<string> = new Set(['scnr', 'mntr']);

/**
 * Shrinks a table-based profile. If it describes a standard space, each color within `MAX_DELTA_E` and for
 * every intent, it becomes that space: curves and a matrix, with its own name and white point. Otherwise its
 * tables stay byte for byte, without duplicates, and data that no reader uses for colors is removed:
 * measurements, and tables from colors to the device. Null if it is no such profile or nothing can be
 * removed.
 */
export function compactTableProfile(bytes: Uint8Array): Uint8Array | null {
  const profile = readTableProfile(bytes);
  const colors = profile === null ? null : tableColors(profile);
  if (profile === null || colors === null) return null;
  const compact = standardForm(profile, colors) ?? writeProfile(profile);
  return compact.length < bytes.length ? compact : null;
}

/** Colors for each intent; null if a table cannot be read. */
function tableColors({ kind, space, tags, tables }: TableProfile): readonly ProfileColors[] | null {
  const channels = kind === 'gray' ? 1 : 3;
  const colors = tables.map((name) => readColorTable(tags.get(name) ?? NOTHING, channels, space));
  return colors.some((table) => table === null) ? null : (colors as readonly ProfileColors[]);
}

const NOTHING = new Uint8Array(0);

function standardForm(profile: TableProfile, colors: readonly ProfileColors[]): Uint8Array | null {
  const deviceClass = String.fromCharCode(...profile.header.subarray(12, 16));
  if (!MAY_BE_CURVES.has(deviceClass)) return null;
  const wanted = colors.map((table) => sampled(profile.kind, table));
  const words = [...profile.tags].filter(([name]) => WORDS.has(name));
  for (const points of CURVE_POINTS) {
    for (const space of standardTags(profile.kind, points)) {
      const form = { kind: profile.kind, header: inXyz(profile.header), tags: new Map([...words, ...space]) };
      if (showsAll(wanted, profileColors(form))) return writeProfile(form);
    }
  }
  return null;
}

function showsAll(wanted: readonly (readonly SampledColor[])[], found: ProfileColors | null): boolean {
  return found !== null && wanted.every((colors) => areNear(colors, found));
}

/** Curves and a matrix have XYZ as connection space. */
function inXyz(header: Uint8Array): Uint8Array {
  const copy = header.slice();
  for (const [at, letter] of [...'XYZ '].entries()) copy[20 + at] = letter.charCodeAt(0);
  return copy;
}
