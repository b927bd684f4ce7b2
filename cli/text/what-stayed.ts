import type { CompressReport, SkipReason } from '../../shared/index.ts';
import { sizeText } from './sizes.ts';

/** Share saved below which people ask why. */
const LITTLE = 0.02;
/** Share of the result from which one reason explains it. */
const MOST = 0.5;

/** Images or fonts that stayed as they were for the same reason. */
export interface Stayed {
  readonly kind: 'image' | 'font';
  readonly count: number;
  readonly bytes: number;
  readonly reason: SkipReason;
}

/** Returns what most of the result is, if little was saved and it stayed for one reason; else null. */
export function whatStayed({
  inputSize,
  outputSize,
  images,
  fonts,
}: Pick<CompressReport, 'inputSize' | 'outputSize' | 'images' | 'fonts'>): Stayed | null {
  if (inputSize - outputSize >= inputSize * LITTLE) return null;
  const sums = new Map<string, Stayed>();
  const add = (kind: Stayed['kind'], items: CompressReport['images'] | CompressReport['fonts']) => {
    for (const { outcome, size } of items) {
      // Lossless coding may have changed an image that keeps its pixels for that reason.
      const reason =
        outcome.kind === 'kept' ? outcome.reason : 'allPixels' in outcome ? outcome.allPixels : undefined;
      if (reason === undefined) continue;
      const { count, bytes } = sums.get(`${kind} ${reason}`) ?? { count: 0, bytes: 0 };
      sums.set(`${kind} ${reason}`, { kind, reason, count: count + 1, bytes: bytes + size });
    }
  };
  add('image', images);
  add('font', fonts);
  const [most] = [...sums.values()].sort((one, other) => other.bytes - one.bytes);
  return most !== undefined && most.bytes >= outputSize * MOST ? most : null;
}

/** `12 images of 3.1 MB stayed as they were: not-smaller.` */
export function stayedText({ kind, count, bytes, reason }: Stayed): string {
  return `${count} ${kind}${count === 1 ? '' : 's'} of ${sizeText(bytes)} stayed as ${count === 1 ? 'it was' : 'they were'}: ${reason}.`;
}
