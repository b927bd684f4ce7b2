import { type BlockTables, KIND_BASE, KIND_LITERAL, KIND_SUBTABLE } from './inflate-tables.ts';

/** Where inflating stands: between two symbols of a block. */
export interface InflateState {
  readonly data: Uint8Array;
  readonly view: DataView;
  /** The next byte of `data` to take bits from. */
  position: number;
  /** Bits taken and not yet used, the next one lowest. */
  hold: number;
  held: number;
  out: Uint8Array;
  outEnd: number;
}

/** `margin`: too near to the end of the data or of the memory for symbols to be read without looking at each step. */
export type FastStop = 'margin' | 'end' | 'damaged';

/** Four bytes are read at a time, and a distance may take them twice more after its length. */
const INPUT_MARGIN = 16;
/** Two literals, or the longest match. */
const OUTPUT_MARGIN = 258;
/** Shorter matches are copied sooner than the engine is asked to. */
const SHORT_MATCH = 24;

/** Whether `fastSymbols` would get anywhere. */
export function hasMargin({ data, position, out, outEnd }: InflateState): boolean {
  return position + INPUT_MARGIN <= data.length && outEnd + OUTPUT_MARGIN <= out.length;
}

/** Symbols of a block, as far as there is more than enough of data and of memory. */
export function fastSymbols(state: InflateState, { literals, distances }: BlockTables): FastStop {
  const { view, out } = state;
  const literalEntries = literals.entries;
  const literalRoot = literals.rootBits;
  const literalMask = (1 << literalRoot) - 1;
  const distanceEntries = distances.entries;
  const distanceRoot = distances.rootBits;
  const distanceMask = (1 << distanceRoot) - 1;
  const lastPosition = state.data.length - INPUT_MARGIN;
  const lastOutEnd = out.length - OUTPUT_MARGIN;
  let { position, hold, held, outEnd } = state;
  let stop: FastStop = 'margin';

  while (position <= lastPosition && outEnd <= lastOutEnd) {
    // At least 24 bits. What lies in `hold` beyond `held` is of the very next bytes, and comes once more.
    hold |= view.getUint32(position, true) << held;
    position += (31 - held) >> 3;
    held |= 24;

    let code = literalEntries[hold & literalMask];
    if (((code >>> 4) & 3) === KIND_SUBTABLE) {
      code = literalEntries[(code >>> 10) + ((hold >>> literalRoot) & ((1 << ((code >>> 6) & 15)) - 1))];
    }
    let bits = code & 15;
    hold >>>= bits;
    held -= bits;
    if (((code >>> 4) & 3) === KIND_LITERAL) {
      if (bits === 0) {
        stop = 'damaged';
        break;
      }
      out[outEnd++] = code >>> 10;
      // Another literal, if the bits that are left say so for sure.
      code = literalEntries[hold & literalMask];
      bits = code & 15;
      if (((code >>> 4) & 3) === KIND_LITERAL && bits > 0 && bits <= held) {
        out[outEnd++] = code >>> 10;
        hold >>>= bits;
        held -= bits;
      }
      continue;
    }
    if (((code >>> 4) & 3) !== KIND_BASE) {
      stop = 'end';
      break;
    }

    // A length has 15 + 5 bits at most.
    const lengthExtra = (code >>> 6) & 15;
    const length = (code >>> 10) + (hold & ((1 << lengthExtra) - 1));
    hold >>>= lengthExtra;
    held -= lengthExtra;

    hold |= view.getUint32(position, true) << held;
    position += (31 - held) >> 3;
    held |= 24;
    let far = distanceEntries[hold & distanceMask];
    if (((far >>> 4) & 3) === KIND_SUBTABLE) {
      far = distanceEntries[(far >>> 10) + ((hold >>> distanceRoot) & ((1 << ((far >>> 6) & 15)) - 1))];
    }
    const farBits = far & 15;
    hold >>>= farBits;
    held -= farBits;
    // 15 + 13 bits at most.
    const farExtra = (far >>> 6) & 15;
    if (farExtra > held) {
      hold |= view.getUint32(position, true) << held;
      position += (31 - held) >> 3;
      held |= 24;
    }
    const distance = (far >>> 10) + (hold & ((1 << farExtra) - 1));
    hold >>>= farExtra;
    held -= farExtra;
    if (farBits === 0 || distance > outEnd) {
      stop = 'damaged';
      break;
    }

    if (length > SHORT_MATCH && distance >= length) {
      out.copyWithin(outEnd, outEnd - distance, outEnd - distance + length);
    } else if (length > SHORT_MATCH && distance === 1) {
      out.fill(out[outEnd - 1], outEnd, outEnd + length);
    } else {
      for (let to = outEnd, from = outEnd - distance; from < outEnd - distance + length; to++, from++) {
        out[to] = out[from];
      }
    }
    outEnd += length;
  }

  state.position = position;
  state.hold = hold & ((1 << held) - 1);
  state.held = held;
  state.outEnd = outEnd;
  return stop;
}
