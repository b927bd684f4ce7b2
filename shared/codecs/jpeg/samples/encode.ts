import { mapped } from '../../../lists.ts';
import type { DeferredEncoding } from '../../deferred-encoding.ts';
import type { Raster } from '../../pixels/raster.ts';
import { chromaQuality, ROBIDOUX, scaledTable } from '../format/quant-tables.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import { createFrame, indexFrame, type KernelFrame } from '../kernel/kernel-frame.ts';
import { codeLengths } from '../scans/code-lengths.ts';
import { sequentialScript } from '../scans/scan-script.ts';
import { smallestPlan } from '../scans/smallest-plan.ts';
import { planScript, writeFrame } from '../scans/write.ts';

export interface SampleSettings {
  /** 1-100 on libjpeg's scale. */
  readonly quality: number;
  /** Chroma resolution; gray has none. */
  readonly chroma: '4:2:0' | '4:4:4';
}

/** Converts gray or RGB samples to JPEG coefficients: JFIF colors, N. Robidoux's table, and trellis quantization. */
export function encodeSamples(raster: Raster, { quality, chroma }: SampleSettings): KernelFrame {
  const { width, height, channels } = raster;
  const lumaTable = scaledTable(ROBIDOUX, quality);
  const chromaTable = scaledTable(ROBIDOUX, chromaQuality(quality, chroma));
  const factor = channels === 3 && chroma === '4:2:0' ? 2 : 1;
  const components = Array.from({ length: channels }, (_, index) => {
    const own = index === 0 ? factor : 1;
    return {
      id: index + 1,
      horizontal: own,
      vertical: own,
      quantTable: index === 0 ? lumaTable : chromaTable,
    };
  });
  const frame = createFrame({ width, height, components }, scratchBytes(width, factor));
  transform(frame, raster, factor);
  quantise(frame);
  indexFrame(frame);
  return frame;
}

/** Minimum size of progressive scans relative to a sequential one. */
const PROGRESSIVE_SHARE = 0.88;

/** SOI, one or two tables, the frame header and EOI. */
const HEAD_BYTES = 162;

/**
 * Drafts the smallest file of `encodeSamples` in two steps, for when another encoding may win: the search for
 * its scans takes a third of the time.
 * @throws RangeError when there is no memory left
 */
export function draftSamples(raster: Raster, settings: SampleSettings): DeferredEncoding<Uint8Array> {
  const frame = encodeSamples(raster, settings);
  const sequential = planScript(frame, 'sequential', sequentialScript(frame)).bytes + HEAD_BYTES;
  return {
    about: Math.floor(sequential * PROGRESSIVE_SHARE),
    finish: () => jpegOf(frame.lent.isLent() ? frame : encodeSamples(raster, settings)),
  };
}

function jpegOf(frame: KernelFrame): Uint8Array {
  const plan = smallestPlan(frame);
  // 8-bit samples give coefficients that fit both processes (T.81, Tables F.1 and F.2).
  if (plan === null) throw new Error('coefficients out of range');
  // Without JFIF, decoders take components 1, 2 and 3 for YCbCr (ISO 32000-2, table 13).
  return writeFrame(frame, plan, []);
}

/** Addresses of the pixel rows of one row of MCUs, after the frame. */
interface Rows {
  readonly pixels: number;
  /** Luminance, Cb and Cr at full resolution, then Cb and Cr as coded. */
  readonly planes: readonly [number, number, number, number, number];
  /** Bytes per row of each plane. */
  readonly pitch: number;
}

/** Rows are written up to 64 bytes too far. */
const SLACK = 64;

function pitchOf(width: number): number {
  return Math.ceil(width / 16) * 16 + SLACK;
}

function scratchBytes(width: number, factor: number): number {
  return width * 3 + SLACK + pitchOf(width) * 8 * factor * 5;
}

function rowsOf({ fileAt }: KernelFrame, width: number, factor: number): Rows {
  const pitch = pitchOf(width);
  const first = fileAt + width * 3 + SLACK;
  const planes = mapped([0, 1, 2, 3, 4], (plane) => first + plane * pitch * 8 * factor);
  return { pixels: fileAt, planes, pitch };
}

/** Computes unquantized coefficients. */
function transform(frame: KernelFrame, raster: Raster, factor: number): void {
  const { kernel, components } = frame;
  const rows = rowsOf(frame, raster.width, factor);
  // Less overshoot above white for fine steps: the amplitude costs bits.
  const mostOver = Math.min(31, 2 * components[0]!.quantTable[0]!);
  const [luma, fullBlue, fullRed, halfBlue, halfRed] = rows.planes;
  const chroma = factor === 2 ? [halfBlue, halfRed] : [fullBlue, fullRed];
  for (let band = 0; band < frame.mcusHigh; band += 1) {
    loadRows(frame, raster, rows, { top: band * 8 * factor, count: 8 * factor });
    if (factor === 2 && raster.channels === 3) halve(frame, rows);
    for (let row = 0; row < factor && band * factor + row < components[0]!.blocksHigh; row += 1)
      kernel.forwardRow(0, band * factor + row, luma + row * 8 * rows.pitch, rows.pitch, mostOver);
    for (let index = 1; index < components.length; index += 1)
      if (band < components[index]!.blocksHigh)
        kernel.forwardRow(index, band, chroma[index - 1]!, rows.pitch, mostOver);
  }
}

/** Converts rows of pixels to planes; repeats the last column and row beyond the edge. */
function loadRows(
  { kernel }: KernelFrame,
  { width, height, channels, samples }: Raster,
  { pixels, planes, pitch }: Rows,
  { top, count }: { readonly top: number; readonly count: number },
): void {
  const heap = heapOf(kernel);
  const used = channels === 1 ? 1 : 3;
  const end = pitch - SLACK;
  for (let row = 0; row < count; row += 1) {
    const from = (top + row) * width * channels;
    const [luma, blue, red] = mapped(planes, (plane) => plane + row * pitch);
    if (top + row >= height) {
      for (const plane of [luma, blue, red].slice(0, used)) heap.copyWithin(plane, plane - pitch, plane);
      continue;
    }
    if (channels === 1) heap.set(samples.subarray(from, from + width), luma);
    else {
      heap.set(samples.subarray(from, from + width * 3), pixels);
      kernel.yccRow(pixels, width, luma, blue, red);
    }
    for (const plane of [luma, blue, red].slice(0, used)) kernel.lengthen(plane, width, end);
  }
}

/** Halves the chroma resolution. */
function halve({ kernel }: KernelFrame, { planes, pitch }: Rows): void {
  for (const [from, to] of [
    [planes[1]!, planes[3]!],
    [planes[2]!, planes[4]!],
  ] as const) {
    for (let row = 0; row < 8; row += 1) {
      const upper = from + row * 2 * pitch;
      kernel.halveRows(upper, upper + pitch, (pitch - SLACK) >> 1, to + row * pitch);
    }
  }
}

/** Quantizes luminance with its own codes, chroma with theirs. */
function quantise({ kernel, components }: KernelFrame): void {
  const { buffer } = kernel.memory;
  const steps = new Int32Array(buffer, kernel.stepsAt(), components.length * 64);
  for (const [index, { quantTable }] of components.entries()) steps.set(quantTable, index * 64);
  const counts = new Uint32Array(buffer, kernel.plainCountsAt(), 256 + 16);
  for (const group of [[0], [1, 2]]) {
    const present = group.filter((index) => index < components.length);
    if (present.length === 0) continue;
    counts.fill(0);
    for (const index of present) kernel.countPlain(index);
    const [ac, dc] = [counts.slice(0, 256), new Uint32Array(256)];
    dc.set(counts.subarray(256));
    new Uint32Array(buffer, kernel.acBitsAt(), 256).set(codeLengths(kernel, ac));
    new Uint32Array(buffer, kernel.dcBitsAt(), 16).set(codeLengths(kernel, dc).subarray(0, 16));
    for (const index of present) kernel.quantisePlane(index);
  }
}
