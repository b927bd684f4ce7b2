import { dictEntries, key, PDFArray, PDFDict, PDFName, type PDFObject } from '../../pdf/objects.ts';
import type { Rgb } from '../color/oklab.ts';
import { spaceRgb, type ToRgb } from '../color/space-color.ts';
import { entry, nameOf, numberOf } from '../strings.ts';

/** A color for filling or stroking. */
export interface Paint {
  /** Null for patterns, and for spaces that cannot be read. */
  readonly rgb: Rgb | null;
  /** Its color space as far as print shops need it; null for gray and RGB of the device. */
  readonly ink: string | null;
  /** The color at the other end of a shading. */
  readonly end?: Rgb | null;
}

export const BLACK: Paint = { rgb: [0, 0, 0], ink: null };

/** A color space with its reader. */
interface Space {
  readonly toRgb: ToRgb | null;
  readonly ink: string | null;
}

const spaces = new WeakMap<PDFObject, Space>();

/** Returns the color of these components. */
export function paintOf(object: PDFObject | undefined, components: readonly number[]): Paint {
  const space = spaceOf(object);
  // Rounded: writers differ in digits.
  const rgb = space.toRgb?.(components).map(Math.round) ?? null;
  return { rgb: rgb as Rgb | null, ink: space.ink };
}

function spaceOf(object: PDFObject | undefined): Space {
  if (object === undefined) return { toRgb: null, ink: null };
  let known = spaces.get(object);
  if (known === undefined) spaces.set(object, (known = { toRgb: spaceRgb(object), ink: inkOf(object) }));
  return known;
}

/** Spot names, CMYK, and calibrated spaces (ISO 32000-2, 8.6). */
export function inkOf(object: PDFObject | undefined): string | null {
  if (object === PDFName.of('DeviceCMYK') || object === PDFName.of('CMYK')) return 'CMYK';
  if (!(object instanceof PDFArray)) return null;
  switch (nameOf(object.lookup(0))) {
    case 'DeviceCMYK':
      return 'CMYK';
    case 'Separation':
      return `spot color ${nameOf(object.lookup(1)) ?? ''}`;
    case 'DeviceN': {
      const names = object.lookup(1);
      const all =
        names instanceof PDFArray
          ? Array.from({ length: names.size() }, (_, at) => nameOf(names.lookup(at)))
          : [];
      return `spot colors ${all.join(', ')}`;
    }
    case 'CalRGB':
    case 'CalGray':
    case 'Lab':
      return `calibrated color (${nameOf(object.lookup(0))})`;
    case 'Indexed':
      return inkOf(object.lookup(1));
    default:
      return null;
  }
}

/** Keys of ExtGStates that are compared (table 57), with the value that equals a missing one. */
const EXT_KEYS: Readonly<Record<string, (value: PDFObject | undefined) => string | null>> = {
  OP: (value) => (String(value) === 'true' ? 'overprint' : null),
  op: (value) => (String(value) === 'true' ? 'overprint' : null),
  CA: opacity,
  ca: opacity,
  BM: (value) => {
    const name = nameOf(value instanceof PDFArray ? value.lookup(0) : value);
    return name === null || name === 'Normal' || name === 'Compatible' ? null : `blend mode ${name}`;
  },
  SMask: (value) => (value instanceof PDFDict ? 'soft mask' : null),
  UseBlackPtComp: (value) => (nameOf(value) === 'ON' ? 'black point compensation' : null),
  HT: (value) => (value === undefined || nameOf(value) === 'Default' ? null : 'halftone'),
  TR: (value) => (value === undefined || nameOf(value) === 'Identity' ? null : 'transfer function'),
  TR2: (value) => (value === undefined || nameOf(value) === 'Default' ? null : 'transfer function'),
};

function opacity(value: PDFObject | undefined): string | null {
  const number = numberOf(value);
  return number === null || number >= 1 ? null : `opacity ${Math.round(number * 100)}%`;
}

/** Applies the parameters of an ExtGState. */
export function withExtGState(
  print: ReadonlyMap<string, string>,
  parameters: PDFDict,
): ReadonlyMap<string, string> {
  let changed: Map<string, string> | null = null;
  for (const name of dictEntries(parameters).keys()) {
    const read = EXT_KEYS[name.decodeText()];
    if (read === undefined) continue;
    changed ??= new Map(print);
    const word = read(entry(parameters, name.decodeText()));
    if (word === null) changed.delete(name.decodeText());
    else changed.set(name.decodeText(), word);
  }
  return changed ?? print;
}

/** Returns whether an area in this state hides what is below it. */
export function isOpaque(print: ReadonlyMap<string, string>): boolean {
  return !print.has('ca') && !print.has('BM') && !print.has('SMask');
}

/** `/Group` of a page or form; null if it is no transparency group. */
export function groupWord(dict: PDFDict): string | null {
  const group = entry(dict, 'Group');
  if (!(group instanceof PDFDict) || nameOf(entry(group, 'S')) !== 'Transparency') return null;
  const flags = [
    ...(String(group.lookup(key('I'))) === 'true' ? ['isolated'] : []),
    ...(String(group.lookup(key('K'))) === 'true' ? ['knockout'] : []),
  ];
  return ['transparency group', ...flags].join(', ');
}
