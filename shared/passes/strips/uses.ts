import type { SingleUses } from '../../pdf/content/only-once.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { PDFRef } from '../../pdf/objects.ts';
import type { WorkContext } from '../work-context.ts';
import { mosaicsIn } from './find-mosaics.ts';
import type { StripHost } from './hosts.ts';
import { isBlank, stripRows } from './joined-bits.ts';
import { pixelBits, sampleRows } from './joined-pixels.ts';
import type { Mosaic } from './mosaic.ts';
import { type PlacedMosaic, placedMosaic } from './redrawn.ts';
import type { PixelForm, Strip } from './strip.ts';

type Context = Pick<WorkContext, 'threads' | 'limits' | 'signal' | 'imageOverrides'>;

/** Samples or coefficients of the whole are in memory together with those of a part. */
const MAX_JOINED_PIXELS = 40_000_000;

/** Mosaics of one content that may each become one image. */
export interface JoinableMosaics {
  readonly mosaics: readonly PlacedMosaic[];
  /** True if this content draws it once and nothing else uses it. */
  readonly isOwn: (strip: Strip) => boolean;
}

/** Decides which strips may be joined: those that nothing else draws, and blank ones. */
export class StripUses {
  readonly #once: SingleUses;
  readonly #ctx: Context;
  /** Results for strips that several places draw. */
  readonly #blank = new Map<PDFRef, boolean>();

  constructor(once: SingleUses, ctx: Context) {
    this.#once = once;
    this.#ctx = ctx;
  }

  async joinable({ runs, images }: StripHost): Promise<JoinableMosaics> {
    const times = new Map<string, number>();
    for (const draw of runs.flat()) if ('name' in draw) times.set(draw.name, (times.get(draw.name) ?? 0) + 1);
    const own = new Set(
      [...images].flatMap(([name, { image }]) =>
        times.get(name) === 1 && this.#isOnlyHere(image) ? [image.ref] : [],
      ),
    );
    const isOwn = ({ image }: Strip) => own.has(image.ref);
    const withOwn = mosaicsIn(runs, images).filter(({ strips }) => strips.some(isOwn));
    await this.#look(withOwn.flatMap(({ strips }) => strips).filter((strip) => !isOwn(strip)));
    const joinable = new Map(
      [...images].filter(([, { image }]) => own.has(image.ref) || this.#blank.get(image.ref) === true),
    );
    const mosaics = mosaicsIn(runs, joinable)
      .filter((mosaic) => this.#mayBeOne(mosaic))
      .flatMap((mosaic) => placedMosaic(mosaic, isOwn) ?? []);
    return { mosaics, isOwn };
  }

  #isOnlyHere(image: ImageXObject): boolean {
    return this.#once.isDrawn(image) && (image.softMask === null || this.#once.isNamed(image.softMask));
  }

  async #look(strips: readonly Strip[]): Promise<void> {
    const unknown = new Map<PDFRef, Strip>();
    for (const strip of strips) if (!this.#blank.has(strip.image.ref)) unknown.set(strip.image.ref, strip);
    const bits = [...unknown.values()].filter(({ form }) => form === 'bits').map(({ image }) => image);
    const ahead = stripRows(bits, this.#ctx);
    try {
      for (const [ref, { image, form }] of unknown) {
        const rows = form === 'bits' ? await ahead.next() : plainRows(image, form, this.#ctx);
        this.#blank.set(ref, rows !== null && isBlank(image, rows));
      }
    } finally {
      ahead.stop();
    }
  }

  /** True if none of its strips has an override, and the whole is within the size limits. */
  #mayBeOne({ strips, width, height }: Mosaic): boolean {
    const { limits, imageOverrides } = this.#ctx;
    const { image, form } = strips[0]!;
    const isBounded =
      form === 'bits'
        ? ((width + 7) >> 3) * height <= Math.min(limits.imagePixels, limits.streamBytes)
        : width * height <= Math.min(limits.imagePixels, MAX_JOINED_PIXELS) &&
          ((width * pixelBits(image)) >> 3) * height <= limits.streamBytes;
    return isBounded && strips.every((strip) => imageOverrides[strip.image.ref.objectNumber] === undefined);
  }
}

/** Rows of an image that several places draw: only samples without a soft mask, which are cheap to decode. */
function plainRows(image: ImageXObject, form: PixelForm, ctx: Context): Uint8Array | null {
  return form === 'samples' && image.softMask === null ? sampleRows(image, ctx) : null;
}
