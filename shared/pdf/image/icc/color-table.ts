import { mapped } from '../../../lists.ts';
import { type Lab, labOf, type ProfileColors } from './colors.ts';
import { type Curve, readCurve } from './curve.ts';
import { type ConnectionSpace, textAt, viewOf } from './profile.ts';

/** Values from 0 to 1, one per channel. */
type Stage = (values: readonly number[]) => readonly number[];

/**
 * Reads a table from device to connection space: `lut8Type`, `lut16Type` or `lutAToBType` (ICC.1:2010, 10.8,
 * 10.9, 10.10). Null if it is broken or has another number of channels.
 */
export function readColorTable(
  data: Uint8Array,
  channels: number,
  space: ConnectionSpace,
): ProfileColors | null {
  if (data.length < 32 || data[8] !== channels || data[9] !== 3) return null;
  const type = textAt(data, 0);
  const stages =
    type === 'mft1' || type === 'mft2'
      ? plainStages(data, channels, type === 'mft1' ? 1 : 2)
      : type === 'mAB '
        ? curvedStages(data, channels)
        : null;
  if (stages === null) return null;
  const color = type === 'mft2' && space === 'Lab ' ? labOfOldCode : COLORS[space];
  return (components) => {
    let values: readonly number[] = components.map(clipped);
    for (const stage of stages) values = stage(values);
    return color(values);
  };
}

const COLORS: Readonly<Record<ConnectionSpace, (values: readonly number[]) => Lab>> = {
  'Lab ': ([l = 0, a = 0, b = 0]) => [l * 100, a * 255 - 128, b * 255 - 128],
  'XYZ ': (values) => labOf(values.map((value) => value * (1 + 32_767 / 32_768))),
};

/** `lut16Type` keeps the encoding of version 2, with 0xFF00 for 100 and 127 (ICC.1:2010, 10.8). */
function labOfOldCode(values: readonly number[]): Lab {
  const [l = 0, a = 0, b = 0] = values.map((value) => (value * 65_535) / 65_280);
  return [l * 100, a * 255 - 128, b * 255 - 128];
}

const OUTPUTS = 3;

/** The matrix of these types is for XYZ input only, which no device has. */
function plainStages(data: Uint8Array, channels: number, bytes: 1 | 2): readonly Stage[] | null {
  const view = viewOf(data);
  const grid = data[10]!;
  const start = bytes === 1 ? 48 : 52;
  if (data.length < start) return null;
  const [inputs, outputs] = bytes === 1 ? [256, 256] : [view.getUint16(48), view.getUint16(50)];
  const cells = grid ** channels * OUTPUTS;
  const end = start + (inputs * channels + cells + outputs * OUTPUTS) * bytes;
  if (grid < 2 || inputs < 2 || outputs < 2 || end > data.length) return null;
  const numbers = numbersAt(data, start, bytes);
  const before = Array.from({ length: channels }, (_, at) => lineOf(numbers, at * inputs, inputs));
  const after = Array.from({ length: OUTPUTS }, (_, at) =>
    lineOf(numbers, inputs * channels + cells + at * outputs, outputs),
  );
  const grids = Array.from({ length: channels }, () => grid);
  return [each(before), cellsOf(grids, (at) => numbers(inputs * channels + at)), each(after)];
}

function curvedStages(data: Uint8Array, channels: number): readonly Stage[] | null {
  const view = viewOf(data);
  const [b, matrix, m, table, a] = mapped([12, 16, 20, 24, 28], (at) => view.getUint32(at));
  const stages: Stage[] = [];
  if (table !== 0) {
    const [curves, cells] = [curvesAt(data, a, channels), gridAt(data, table, channels)];
    if (curves === null || cells === null) return null;
    stages.push(each(curves), cells);
  } else if (channels !== OUTPUTS) return null;
  if (matrix !== 0) {
    const [curves, sums] = [curvesAt(data, m, OUTPUTS), matrixAt(data, matrix)];
    if (curves === null || sums === null) return null;
    stages.push(each(curves), sums);
  }
  const curves = curvesAt(data, b, OUTPUTS);
  return curves === null ? null : [...stages, each(curves)];
}

/** Reads consecutive curves, each aligned to four bytes. */
function curvesAt(data: Uint8Array, start: number, count: number): readonly Curve[] | null {
  const curves: Curve[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (start === 0 || at + 12 > data.length) return null;
    const curve = readCurve(data.subarray(at));
    if (curve === null) return null;
    curves.push(curve);
    at += (curveBytes(data, at) + 3) & ~3;
  }
  return curves;
}

/** Returns the bytes of a readable curve. */
function curveBytes(data: Uint8Array, at: number): number {
  const view = viewOf(data);
  if (textAt(data, at) === 'curv') return 12 + view.getUint32(at + 8) * 2;
  return 12 + [1, 3, 4, 5, 7][view.getUint16(at + 8)]! * 4;
}

function gridAt(data: Uint8Array, start: number, channels: number): Stage | null {
  if (start + 20 > data.length) return null;
  const grids = [...data.subarray(start, start + channels)];
  const bytes = data[start + 16];
  const cells = grids.reduce((product, grid) => product * grid, OUTPUTS);
  if ((bytes !== 1 && bytes !== 2) || grids.some((grid) => grid < 2)) return null;
  return start + 20 + cells * bytes > data.length ? null : cellsOf(grids, numbersAt(data, start + 20, bytes));
}

function matrixAt(data: Uint8Array, start: number): Stage | null {
  if (start + 48 > data.length) return null;
  const view = viewOf(data);
  const at = (index: number) => view.getInt32(start + index * 4) / 65_536;
  return (values) =>
    [0, 1, 2].map((row) =>
      values.reduce((sum, value, column) => sum + value * at(row * 3 + column), at(9 + row)),
    );
}

/** Returns the number at an index, from 0 to 1. */
type Numbers = (index: number) => number;

function numbersAt(data: Uint8Array, start: number, bytes: 1 | 2): Numbers {
  const view = viewOf(data);
  return bytes === 1
    ? (index) => data[start + index]! / 255
    : (index) => view.getUint16(start + index * 2) / 65_535;
}

function each(curves: readonly Curve[]): Stage {
  return (values) => values.map((value, at) => clipped(curves[at]!(clipped(value))));
}

function lineOf(numbers: Numbers, start: number, points: number): Curve {
  return (stored) => {
    const place = stored * (points - 1);
    const below = Math.min(Math.floor(place), points - 2);
    const [one, other] = [numbers(start + below), numbers(start + below + 1)];
    return one + (other - one) * (place - below);
  };
}

/** Interpolates between the corners of a cell along each axis; the last channel varies fastest. */
function cellsOf(grids: readonly number[], numbers: Numbers): Stage {
  const between = (values: readonly number[], channel: number, index: number, output: number): number => {
    if (channel === grids.length) return numbers(index * OUTPUTS + output);
    const place = clipped(values[channel]!) * (grids[channel]! - 1);
    const below = Math.min(Math.floor(place), grids[channel]! - 2);
    const at = (point: number) => between(values, channel + 1, index * grids[channel]! + point, output);
    const one = at(below);
    return place === below ? one : one + (at(below + 1) - one) * (place - below);
  };
  return (values) => [0, 1, 2].map((output) => between(values, 0, 0, output));
}

function clipped(value: number): number {
  return Math.min(1, Math.max(0, value));
}
