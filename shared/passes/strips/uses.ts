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

/** Samples or coefficients of the whole are in memory beside those of a part. */
const MAX_JOINED_PIXELS = 40_000_000;

/** The mosaics of one content that may each become one picture. */
export interface JoinableMosaics {
  readonly mosaics: readonly PlacedMosaic[];
  /** This content draws it once, and nothing else knows it. */
  readonly isOwn: (strip: Strip) => boolean;
}

/** Knows which strips may become part of a picture: those that nothing else draws, and paper without ink. */
export class StripUses {
  readonly #once: SingleUses;
  readonly #ctx: Context;
  /** Of strips that several places draw. */
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

  /** Nobody has a wish for any of its strips, and what it becomes is no larger than a picture may be. */
  #mayBeOne({ strips, width, height }: Mosaic): boolean {
    const { limits, imageOverrides } = this.#ctx;
    const [{ image, form }] = strips;
    const isBounded =
      form === 'bits'
        ? ((width + 7) >> 3) * height <= Math.min(limits.imagePixels, limits.streamBytes)
        : width * height <= Math.min(limits.imagePixels, MAX_JOINED_PIXELS) &&
          ((width * pixelBits(image)) >> 3) * height <= limits.streamBytes;
    return isBounded && strips.every((strip) => imageOverrides[strip.image.ref.objectNumber] === undefined);
  }
}

/** Of a picture that several places draw: samples without a soft mask, which are cheap to look at. */
function plainRows(image: ImageXObject, form: PixelForm, ctx: Context): Uint8Array | null {
  return form === 'samples' && image.softMask === null ? sampleRows(image, ctx) : null;
}
