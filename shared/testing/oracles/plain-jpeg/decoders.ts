import type { Scan } from '../../../codecs/jpeg/read/scan-header.ts';
import { type Bits, Damaged, demand } from './bits.ts';

/** Indexed by class << 4 | identifier, as in a DHT segment. */
export type Tables = Map<number, ReadonlyMap<string, number>>;

/** Reads the blocks of one scan, each into its 64 coefficients (T.81, F.2 and G.1). */
export interface PlainDecoder {
  restart(): void;
  block(bits: Bits, index: number, block: Int16Array): void;
}

export function plainDecoder(scan: Scan, isProgressive: boolean, tables: Tables): PlainDecoder {
  const { components, first, last, high, low } = scan;
  const tableOf = (destination: number) => {
    const table = (destination & 15) > 3 ? undefined : tables.get(destination);
    if (table === undefined) throw new Damaged();
    return table;
  };
  const dcTables = () => components.map(({ dcTable }) => tableOf(dcTable));
  const acTables = () => components.map(({ acTable }) => tableOf(acTable + 16));
  if (!isProgressive) return sequential(dcTables(), acTables());
  if (first === 0) return high > 0 ? dcRefinement(low) : dcFirst(dcTables(), low);
  const [table] = acTables();
  return high > 0 ? acRefinement(table!, first, last, 1 << low) : acFirst(table!, first, last, low);
}

type Codes = ReadonlyMap<string, number>;

/** DC differences and their sums, by component of the scan. */
function dcReader(tables: readonly Codes[]) {
  const predictions = [0, 0, 0, 0];
  return {
    restart: () => void predictions.fill(0),
    next: (bits: Bits, index: number) => {
      predictions[index]! += bits.value(sized(bits.symbol(tables[index]!), 11));
      return predictions[index]!;
    },
  };
}

function sized(size: number, most: number): number {
  demand(size <= most);
  return size;
}

function sequential(dcTables: readonly Codes[], acTables: readonly Codes[]): PlainDecoder {
  const dc = dcReader(dcTables);
  return {
    restart: dc.restart,
    block: (bits, index, block) => {
      block[0] = dc.next(bits, index);
      for (let k = 1; k < 64; k += 1) {
        const symbol = bits.symbol(acTables[index]!);
        if (symbol === 0) return;
        demand((symbol & 15) > 0 || symbol === 0xf0);
        k += symbol >> 4;
        if (symbol !== 0xf0) put(block, k, 63, bits.value(sized(symbol & 15, 10)));
      }
    },
  };
}

function put(block: Int16Array, k: number, last: number, value: number): void {
  demand(k <= last);
  block[k] = value;
}

function dcFirst(tables: readonly Codes[], low: number): PlainDecoder {
  const dc = dcReader(tables);
  return {
    restart: dc.restart,
    block: (bits, index, block) => {
      block[0] = dc.next(bits, index) << low;
    },
  };
}

function dcRefinement(low: number): PlainDecoder {
  return {
    restart: () => {},
    block: (bits, _index, block) => {
      block[0]! |= bits.next(1) << low;
    },
  };
}

function acFirst(table: Codes, first: number, last: number, low: number): PlainDecoder {
  let endOfBandRun = 0;
  return {
    restart: () => {
      endOfBandRun = 0;
    },
    block: (bits, _index, block) => {
      for (let k = first; k <= last && endOfBandRun === 0; k += 1) {
        const symbol = bits.symbol(table);
        const run = symbol >> 4;
        if ((symbol & 15) === 0 && run < 15) endOfBandRun = 2 ** run + bits.next(run);
        else k += run;
        if ((symbol & 15) > 0) put(block, k, last, bits.value(sized(symbol & 15, 10)) << low);
      }
      endOfBandRun = Math.max(0, endOfBandRun - 1);
    },
  };
}

function acRefinement(table: Codes, first: number, last: number, step: number): PlainDecoder {
  let endOfBandRun = 0;
  /** Skips `zeros` zero coefficients, and corrects the others up to the next zero one. */
  const pass = (bits: Bits, block: Int16Array, from: number, zeros: number) => {
    let left = zeros;
    let k = from;
    for (; k <= last && (block[k] !== 0 || left > 0); k += 1) {
      if (block[k] === 0) left -= 1;
      else if (bits.next(1) === 1) block[k]! += block[k]! > 0 ? step : -step;
    }
    return k;
  };
  return {
    restart: () => {
      endOfBandRun = 0;
    },
    block: (bits, _index, block) => {
      let k = first;
      while (k <= last && endOfBandRun === 0) {
        const symbol = bits.symbol(table);
        const run = symbol >> 4;
        if ((symbol & 15) === 0 && run < 15) {
          endOfBandRun = 2 ** run + bits.next(run);
          break;
        }
        const value = sized(symbol & 15, 1) === 0 ? 0 : bits.next(1) * 2 - 1;
        k = pass(bits, block, k, run);
        demand(k <= last);
        if (value !== 0) block[k] = value * step;
        k += 1;
      }
      if (endOfBandRun === 0) return;
      pass(bits, block, k, 64);
      endOfBandRun -= 1;
    },
  };
}
