import { type DeferredEncoding, finishedAs } from '../codecs/deferred-encoding.ts';
import { draftFlate } from '../codecs/flate/flate-image.ts';
import { levelsIn, packBits, throughTable } from '../codecs/flate/sample-bits.ts';
import type { Jbig2Setting } from '../codecs/jbig2/coding.ts';
import { countedTones, indexedPixels } from '../codecs/pixels/pixels-simd.ts';
import { firstChannel, isExactlyGray, type Raster } from '../codecs/pixels/raster.ts';
import { encodeBitRows } from './bilevel/bilevel-form.ts';
import type { EncodedImage, EncodedSpace } from './encoded-image.ts';

/** Exact conversions that are allowed for this image. */
export interface LosslessChoices {
  /** Three equal components may become DeviceGray. */
  readonly mayBecomeGray: boolean;
  /** Up to 256 colors may become an Indexed image. */
  readonly mayBecomeIndexed: boolean;
  /** Gray may use fewer bits if its values fit. */
  readonly mayTakeFewerBits: boolean;
  /** Allowed kinds of JBIG2 data. */
  readonly jbig2: Jbig2Setting;
}

type Bits = 1 | 2 | 4 | 8;

/**
 * Encodes a raster in the smallest exact FlateDecode form: gray for equal components, a palette for few
 * colors, fewer bits, and the best predictor.
 */
export function encodeLossless(raster: Raster, choices: LosslessChoices): EncodedImage {
  return draftLossless(raster, choices).finish();
}

/** Like encodeLossless() in two steps, for when another encoding may win. */
export function draftLossless(raster: Raster, choices: LosslessChoices): DeferredEncoding<EncodedImage> {
  if (choices.mayBecomeGray && isExactlyGray(raster) && raster.channels === 3) {
    return draftDeviceGray(firstChannel(raster), choices);
  }
  if (raster.channels === 1 && choices.mayTakeFewerBits) {
    const bits = grayBits(raster.samples);
    if (bits < 8) {
      const values = throughTable(raster.samples, (sample) => sample >> (8 - bits));
      return draftValues(raster, values, bits, { kind: 'same' }, choices.jbig2);
    }
  }
  if (choices.mayBecomeIndexed) {
    const palette = exactPalette(raster);
    if (palette !== null) {
      return draftIndexed(
        raster,
        palette.indexes,
        { table: palette.table, entryBytes: raster.channels },
        choices.jbig2,
      );
    }
  }
  const { width, height, channels, samples } = raster;
  const packed = draftFlate({ width, height, colors: channels, bits: 8, rows: samples });
  return finishedAs(packed, ({ bytes, filtered }) => ({
    width,
    height,
    bits: 8,
    space: { kind: 'same' },
    data: { kind: 'flate', bytes, predictorColors: filtered ? channels : null },
  }));
}

/** One of three equal components. */
export function draftDeviceGray(gray: Raster, choices: LosslessChoices): DeferredEncoding<EncodedImage> {
  const draft = draftLossless(gray, { ...choices, mayBecomeIndexed: false });
  return finishedAs(draft, (image) => ({ ...image, space: { kind: 'DeviceGray' } }));
}

/** A table with entries of `entryBytes` each. */
interface Palette {
  readonly table: Uint8Array;
  readonly entryBytes: number;
}

/**
 * Drafts an Indexed image with only the used entries, in as few bits as they need.
 * @param indexes one byte per pixel
 * @param palette indexes beyond its table use the last entry (ISO 32000-2, 8.6.6.3)
 */
export function draftIndexed(
  { width, height }: Pick<Raster, 'width' | 'height'>,
  indexes: Uint8Array,
  { table, entryBytes }: Palette,
  jbig2: Jbig2Setting,
): DeferredEncoding<EncodedImage> {
  const used = usedEntries(indexes, table, entryBytes);
  const bits: Bits = used.count <= 2 ? 1 : used.count <= 4 ? 2 : used.count <= 16 ? 4 : 8;
  // Avoids a copy of a large image.
  const values = used.isAsBefore ? indexes : throughTable(indexes, (index) => used.renumbered[index]!);
  return draftValues(
    { width, height },
    values,
    bits,
    { kind: 'Indexed', table: used.table, entryBytes },
    jbig2,
  );
}

function draftValues(
  { width, height }: Pick<Raster, 'width' | 'height'>,
  values: Uint8Array,
  bits: Bits,
  space: EncodedSpace,
  jbig2: Jbig2Setting,
): DeferredEncoding<EncodedImage> {
  const rows = packBits(values, width, height, bits);
  if (bits === 1) {
    const image = encodeBitRows({ width, height, rows }, space, jbig2);
    return { about: image.data.bytes.length, finish: () => image };
  }
  const packed = draftFlate({ width, height, colors: 1, bits, rows });
  const inBytes =
    bits < 8 && values.length <= BYTES_TRIED_UP_TO_PIXELS
      ? () => draftFlate({ width, height, colors: 1, bits: 8, rows: bytesOf(values, bits, space) }, [])
      : null;
  return {
    get about() {
      return packed.about;
    },
    finish: () => {
      const wide = inBytes?.() ?? null;
      const isWide = wide !== null && wide.about < packed.about * BYTES_MAY_SEEM_LARGER;
      const { bytes, filtered } = isWide ? wide.finish() : packed.finish();
      const data = { kind: 'flate', bytes, predictorColors: filtered ? 1 : null } as const;
      return { width, height, bits: isWide ? 8 : bits, space, data };
    },
  };
}

/**
 * Two or four samples per byte hide repetitions at other byte positions from deflate: with a byte each, the
 * small images of one document take 5 % less, those of another 7 % more. The gain is larger at the final
 * level than in the trial.
 */
const BYTES_MAY_SEEM_LARGER = 1.05;
/** Samples of a draft are kept until it is finished or dropped; not those of large images. */
const BYTES_TRIED_UP_TO_PIXELS = 2 * 1024 * 1024;

/** Expands values to equivalent 8-bit samples: indexes as they are, gray scaled to the whole range. */
function bytesOf(values: Uint8Array, bits: Bits, space: EncodedSpace): Uint8Array {
  const highest = 2 ** bits - 1;
  return space.kind === 'Indexed' ? values : throughTable(values, (value) => (value * 255) / highest);
}

const BITS_OF_LEVEL: readonly Bits[] = Array.from({ length: 256 }, (_, level) =>
  level % 255 === 0 ? 1 : level % 85 === 0 ? 2 : level % 17 === 0 ? 4 : 8,
);

/** Returns the fewest bits that represent every value exactly: 255 / (2^bits - 1) must divide them all. */
function grayBits(samples: Uint8Array): Bits {
  let most: Bits = 1;
  for (let at = 0; at < samples.length && most < 8; at += 1) {
    const bits = BITS_OF_LEVEL[samples[at]!]!;
    if (bits > most) most = bits;
  }
  return most;
}

/**
 * Returns indexes and table if there are at most 256 colors; entries in ascending order, so that neighbors
 * are similar.
 */
function exactPalette({ channels, samples }: Raster): { indexes: Uint8Array; table: Uint8Array } | null {
  if (channels === 4) return null;
  // Gray already takes one byte per pixel: a palette only pays if it needs fewer bits.
  const most = channels === 1 ? 16 : 256;
  const tones = countedTones(samples, channels, most);
  // One more is counted where no other color follows it.
  if (tones === null || tones.colors.length > most) return null;
  const colors = tones.colors.toSorted();
  const indexOf = new Map(Array.from(colors, (color, index) => [color, index]));
  const indexes = indexedPixels(
    samples,
    tones,
    Uint8Array.from(tones.colors, (color) => indexOf.get(color)!),
  );
  const bytes = (color: number) =>
    channels === 1 ? [color] : [color >> 16, (color >> 8) & 255, color & 255];
  return { indexes, table: Uint8Array.from([...colors].flatMap(bytes)) };
}

/** Renumbers the used entries in their old order, merging equal ones. */
function usedEntries(indexes: Uint8Array, table: Uint8Array, entryBytes: number) {
  const last = Math.max(0, table.length / entryBytes - 1);
  const isUsed = levelsIn(indexes);
  const renumbered = new Uint8Array(256);
  const numbers = new Map<string, number>();
  const entries: Uint8Array[] = [];
  for (let index = 0; index < 256; index += 1) {
    if (isUsed[index] === 0) continue;
    const from = Math.min(index, last) * entryBytes;
    const entry = table.subarray(from, from + entryBytes);
    const name = entry.join();
    const known = numbers.get(name);
    renumbered[index] = known ?? entries.length;
    if (known !== undefined) continue;
    numbers.set(name, entries.length);
    entries.push(entry);
  }
  const used = new Uint8Array(entries.length * entryBytes);
  for (const [index, entry] of entries.entries()) used.set(entry, index * entryBytes);
  const isAsBefore = renumbered.every((number, index) => isUsed[index] === 0 || number === index);
  return { table: used, renumbered, count: entries.length, isAsBefore };
}
