import { readColorTable } from './color-table.ts';
import { type ProfileColors, profileColors } from './colors.ts';
import { areNear, CURVE_POINTS, type SampledColor, sampled } from './compact.ts';
import { readTableProfile, type TableProfile, writeProfile } from './profile.ts';
import { standardTags } from './standard-spaces.ts';

/** Said beside the colours in the small form of a standard space. */
const WORDS: ReadonlySet<string> = new Set(['desc', 'cprt', 'wtpt', 'chad']);
/** Devices that are scanned or looked at: a profile of these kinds may be curves alone (ICC.1:2010, 8.3.3 and 8.4.3). */
const MAY_BE_CURVES: ReadonlySet<string> = new Set(['scnr', 'mntr']);

/**
 * A profile of tables in fewer bytes. One that shows a standard space, each colour within `MAX_DELTA_E` and for every
 * intent, becomes that space: curves and a matrix, with its own name and white. Any other keeps its tables to the byte, each
 * once, and loses what no reader makes colours of: measurements, and the way from colours to the device. Null where it is no
 * such profile, or nothing of it may go; those of CMYK stay.
 */
export function compactTableProfile(bytes: Uint8Array): Uint8Array | null {
  const profile = readTableProfile(bytes);
  const colors = profile === null ? null : tableColors(profile);
  if (profile === null || colors === null) return null;
  const compact = standardForm(profile, colors) ?? writeProfile(profile);
  return compact.length < bytes.length ? compact : null;
}

/** For each intent; null where a table cannot be read. */
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

/** Curves and a matrix make XYZ. */
function inXyz(header: Uint8Array): Uint8Array {
  const copy = header.slice();
  for (const [at, letter] of [...'XYZ '].entries()) copy[20 + at] = letter.charCodeAt(0);
  return copy;
}
