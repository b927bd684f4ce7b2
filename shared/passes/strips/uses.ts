import type { SingleUses } from '../../pdf/content/only-once.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { PDFRef } from '../../pdf/objects.ts';
import type { WorkContext } from '../work-context.ts';
import { stacksIn } from './find-stacks.ts';
import type { StripHost } from './hosts.ts';
import { isBlank, stripRows } from './joined-bits.ts';
import { type PlacedStack, placedStack } from './redrawn.ts';
import type { Stack, Strip } from './stack.ts';

type Context = Pick<WorkContext, 'threads' | 'limits' | 'signal' | 'imageOverrides'>;

/** The stacks of one content that may each become one picture. */
export interface JoinableStacks {
  readonly stacks: readonly PlacedStack[];
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

  async joinable({ runs, images }: StripHost): Promise<JoinableStacks> {
    const times = new Map<string, number>();
    for (const draw of runs.flat()) if ('name' in draw) times.set(draw.name, (times.get(draw.name) ?? 0) + 1);
    const own = new Set(
      [...images].flatMap(([name, { image }]) =>
        times.get(name) === 1 && this.#once.isDrawn(image) ? [image.ref] : [],
      ),
    );
    const isOwn = ({ image }: Strip) => own.has(image.ref);
    const withOwn = stacksIn(runs, images).filter(({ strips }) => strips.some(isOwn));
    await this.#look(withOwn.flatMap(({ strips }) => strips).filter((strip) => !isOwn(strip)));
    const joinable = new Map(
      [...images].filter(([, { image }]) => own.has(image.ref) || this.#blank.get(image.ref) === true),
    );
    const stacks = stacksIn(runs, joinable)
      .filter((stack) => this.#mayBeOne(stack))
      .flatMap((stack) => placedStack(stack, isOwn) ?? []);
    return { stacks, isOwn };
  }

  async #look(strips: readonly Strip[]): Promise<void> {
    const unknown = new Map<PDFRef, ImageXObject>();
    for (const { image } of strips) if (!this.#blank.has(image.ref)) unknown.set(image.ref, image);
    const ahead = stripRows([...unknown.values()], this.#ctx);
    try {
      for (const [ref, image] of unknown) {
        const rows = await ahead.next();
        this.#blank.set(ref, rows !== null && isBlank(image, rows));
      }
    } finally {
      ahead.stop();
    }
  }

  /** Nobody has a wish for any of its strips, and what it becomes is no larger than a picture may be. */
  #mayBeOne({ strips, height }: Stack): boolean {
    const { limits, imageOverrides } = this.#ctx;
    const bytes = ((strips[0].image.width + 7) >> 3) * height;
    return (
      bytes <= Math.min(limits.imagePixels, limits.streamBytes) &&
      strips.every(({ image }) => imageOverrides[image.ref.objectNumber] === undefined)
    );
  }
}
