import { inflatedModule } from '../wasm/inflated-module.ts';
import { type KernelExports, lazyKernel } from '../wasm/kernel.ts';
import { DEFLATED_SCAN_WASM, SCAN_BYTES } from '../wasm/scan-bytes.ts';

/** Exports of `codecs/simd/scan-kernel.ts`; arguments are addresses and counts. */
interface ScanKernel extends KernelExports {
  readonly lumaRow: (at: number, pixels: number, out: number) => void;
  readonly blockRow: (
    at: number,
    stride: number,
    width: number,
    rows: number,
    block: number,
    bright: number,
    darkest: number,
  ) => void;
  readonly edgesOfRow: (upper: number, lower: number, columns: number, share: number, out: number) => number;
  readonly darkRow: (
    at: number,
    stride: number,
    width: number,
    beside: number,
    hasRows: number,
    highest: number,
    edges: number,
    faint: number,
    first: number,
    share: number,
    mask: number,
    runs: number,
  ) => number;
  readonly markRuns: (
    runs: number,
    kinds: number,
    count: number,
    wanted: number,
    reach: number,
    width: number,
    out: number,
  ) => void;
  readonly sumPaper: (
    at: number,
    width: number,
    channels: number,
    near: number,
    stride: number,
    rows: number,
    block: number,
    scratch: number,
    sums: number,
  ) => void;
  readonly fillRow: (
    at: number,
    width: number,
    channels: number,
    near: number,
    stride: number,
    rows: number,
    stays: number,
    upper: number,
    lower: number,
    columns: number,
    down: number,
    first: number,
    share: number,
    scratch: number,
  ) => void;
  readonly inkRow: (covers: number, width: number, out: number) => void;
  readonly reachRow: (marked: number, width: number, reach: number, out: number) => void;
  readonly differenceRow: (
    fine: number,
    coarse: number,
    width: number,
    channels: number,
    scratch: number,
    out: number,
  ) => void;
  readonly tallyRow: (
    above: number,
    own: number,
    below: number,
    near: number,
    stride: number,
    rows: number,
    stays: number,
    thin: number,
    width: number,
    scratch: number,
    tallies: number,
  ) => void;
  readonly extremeGrid: (
    values: number,
    columns: number,
    rows: number,
    reach: number,
    flip: number,
    scratch: number,
    out: number,
  ) => void;
  readonly smoothGrid: (
    values: number,
    columns: number,
    rows: number,
    reach: number,
    scratch: number,
    out: number,
  ) => void;
  readonly meanRow: (
    at: number,
    stride: number,
    factor: number,
    channels: number,
    width: number,
    scratch: number,
    out: number,
  ) => void;
  readonly enlargeRow: (
    upper: number,
    lower: number,
    down: number,
    first: number,
    share: number,
    width: number,
    channels: number,
    out: number,
  ) => void;
  readonly blendRow: (
    at: number,
    covers: number,
    stride: number,
    later: number,
    full: number,
    pixels: number,
    channels: number,
    color: number,
  ) => void;
  readonly countContexts: (two: number, above: number, own: number, width: number, counts: number) => void;
  readonly costsOf: (counts: number, costs: number) => void;
  readonly settleRow: (
    two: number,
    above: number,
    own: number,
    below: number,
    after: number,
    width: number,
    levels: number,
    firstBlock: number,
    block: number,
    low: number,
    high: number,
    costs: number,
  ) => void;
  readonly packRow: (at: number, width: number, out: number) => void;
  readonly thinBlocks: (at: number, stride: number, blocks: number, least: number, out: number) => void;
  readonly tileRow: (
    a: number,
    b: number,
    stride: number,
    width: number,
    height: number,
    channels: number,
    scratch: number,
    out: number,
  ) => void;
}

export const scanKernel = lazyKernel<ScanKernel>('scan', () =>
  inflatedModule(DEFLATED_SCAN_WASM, SCAN_BYTES),
);
