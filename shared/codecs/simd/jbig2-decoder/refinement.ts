/** The generic refinement region (T.88, 6.3). */
import { decodeBit } from './arithmetic';
import { blackenPixel, newBitmap, pixelAt } from './bitmaps';
import { charge, DAMAGED, fail } from './memory';

/** Contexts of the current segment. */
export const REFINEMENT_CONTEXTS: usize = memory.data(8192);
export const REFINEMENT_CONTEXT_BYTES: usize = 8192;

/** Adaptive pixels of the current segment, of the region and of the reference: pairs of signed bytes. */
export const REFINEMENT_ADAPTIVE: usize = memory.data(4);
const NOMINAL: u32 = 0xffffffff;

export function nominalRefinementPixels(): void {
  store<u32>(REFINEMENT_ADAPTIVE, NOMINAL);
}

/**
 * Context bits: of the region 12 to 9, the pixel at A1 in the highest, then three of the reference's row above,
 * of its row, and of its row below. Template 1 has no adaptive pixels, and fewer of the reference's.
 */
const OWN_ADAPTIVE: u32 = 1 << 12;
const REFERENCE_ADAPTIVE: u32 = 1 << 8;
const TEMPLATE_1: u32 = 0b1111_010_111_011;
/** Figures 14 and 15: only the reference's own pixel is black. */
const ROW_CONTEXT: u32 = 1 << 4;

/** Returns the decoded region, whose place in the reference is moved by `dx` and `dy` (GRREFERENCEDX, -DY). */
export function decodeRefinement(
  width: i32,
  height: i32,
  template: u32,
  reference: usize,
  dx: i32,
  dy: i32,
  typical: bool,
): usize {
  const bitmap = newBitmap(width, height);
  charge((<i64>width * height + height) * 3);
  const ownX = <i32>load<i8>(REFINEMENT_ADAPTIVE);
  const ownY = <i32>load<i8>(REFINEMENT_ADAPTIVE, 1);
  const referenceX = <i32>load<i8>(REFINEMENT_ADAPTIVE, 2);
  const referenceY = <i32>load<i8>(REFINEMENT_ADAPTIVE, 3);
  const isMoved = template === 0 && load<u32>(REFINEMENT_ADAPTIVE) !== NOMINAL;
  if (isMoved && (ownY > 0 || (ownY === 0 && ownX >= 0))) fail(DAMAGED);
  let isTypical = false;
  for (let y = 0; y < height; y += 1) {
    if (typical && decodeBit(REFINEMENT_CONTEXTS + ROW_CONTEXT) === 1) isTypical = !isTypical;
    const from = y - dy;
    // Three pixels of each row, the one to the right of x in the lowest bit.
    let above = pixelAt(reference, -dx, from - 1) | (pixelAt(reference, -1 - dx, from - 1) << 1);
    let beside = pixelAt(reference, -dx, from) | (pixelAt(reference, -1 - dx, from) << 1);
    let below = pixelAt(reference, -dx, from + 1) | (pixelAt(reference, -1 - dx, from + 1) << 1);
    let own = pixelAt(bitmap, 0, y - 1);
    let last: u32 = 0;
    for (let x = 0; x < width; x += 1) {
      const right = x + 1 - dx;
      above = ((above << 1) | pixelAt(reference, right, from - 1)) & 7;
      beside = ((beside << 1) | pixelAt(reference, right, from)) & 7;
      below = ((below << 1) | pixelAt(reference, right, from + 1)) & 7;
      own = ((own << 1) | pixelAt(bitmap, x + 1, y - 1)) & 7;
      const around = (above << 6) | (beside << 3) | below;
      if (isTypical && (around === 0 || around === 0x1ff)) {
        last = around & 1;
      } else {
        let context = (own << 10) | (last << 9) | around;
        if (template === 1) {
          context &= TEMPLATE_1;
        } else if (isMoved) {
          context &= ~(OWN_ADAPTIVE | REFERENCE_ADAPTIVE);
          context |= pixelAt(bitmap, x + ownX, y + ownY) * OWN_ADAPTIVE;
          context |= pixelAt(reference, x - dx + referenceX, from + referenceY) * REFERENCE_ADAPTIVE;
        }
        last = decodeBit(REFINEMENT_CONTEXTS + context);
      }
      if (last === 1) blackenPixel(bitmap, x, y);
    }
  }
  return bitmap;
}
