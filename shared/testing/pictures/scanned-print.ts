import type { Raster } from '../../codecs/pixels/raster.ts';
import { sequence } from './rasters.ts';

export type Rgb = readonly [number, number, number];

/** A row of letters, positions in inches. */
export interface PrintedLine {
  readonly top: number;
  readonly left?: number;
  readonly letters: number;
  /** Ink of each letter in turn, repeated if there are fewer. */
  readonly inks: readonly Rgb[];
}

export interface PrintedPage {
  /** Inches. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly channels?: 1 | 3;
  readonly paper?: Rgb;
  /** Levels from the lightest grain to the darkest. */
  readonly grain?: number;
  readonly lines: readonly PrintedLine[];
}

/** Inches: a letter of about 10 points. */
export const LETTER_WIDTH = 0.1;
export const LETTER_HEIGHT = 0.13;
const STROKE = 0.016;

/** Letters with stems and bowls on grainy paper, with edges as soft as in a scan; deterministic. */
export function scannedPrint({
  width,
  height,
  dpi,
  channels = 3,
  paper = [246, 243, 236],
  grain = 6,
  lines,
}: PrintedPage): Raster {
  const [across, down] = [Math.round(width * dpi), Math.round(height * dpi)];
  const samples = new Uint8Array(across * down * channels);
  const random = sequence(3);
  for (let at = 0; at < samples.length; at += channels) {
    const step = Math.round((random() - 0.5) * grain);
    for (let channel = 0; channel < channels; channel += 1)
      samples[at + channel] = Math.min(255, paper[channel]! + step);
  }
  const page = { width: across, height: down, channels, samples };
  for (const { top, left = 0.3, letters, inks } of lines) {
    for (let letter = 0; letter < letters; letter += 1) {
      drawLetter(page, dpi, left + letter * LETTER_WIDTH, top, letter % 3, inks[letter % inks.length]!);
    }
  }
  return page;
}

function drawLetter(page: Raster, dpi: number, left: number, top: number, kind: number, ink: Rgb): void {
  const { width, channels, samples } = page;
  for (let y = Math.floor(top * dpi); y < (top + LETTER_HEIGHT) * dpi; y += 1) {
    for (let x = Math.floor(left * dpi); x < (left + LETTER_WIDTH) * dpi; x += 1) {
      const far = distance((x + 0.5) / dpi - left, (y + 0.5) / dpi - top, kind) - STROKE / 2;
      // An edge is two pixels wide.
      const cover = Math.min(1, Math.max(0, 0.5 - (far * dpi) / 2));
      if (cover === 0) continue;
      for (let channel = 0; channel < channels; channel += 1) {
        const at = (y * width + x) * channels + channel;
        samples[at] = Math.round(samples[at]! * (1 - cover) + ink[channel]! * cover);
      }
    }
  }
}

/** Distance from the middle of the nearest stroke, in inches. */
function distance(x: number, y: number, kind: number): number {
  const stem = Math.max(Math.abs(x - 0.022), Math.abs(y - 0.065) - 0.045);
  const bowl = Math.abs(Math.sqrt((x - 0.045) ** 2 + (y - 0.085) ** 2) - 0.024);
  const bar = Math.max(Math.abs(y - 0.025), Math.abs(x - 0.045) - 0.028);
  return [Math.min(stem, bowl), bowl, Math.min(stem, bar)][kind]!;
}

/** Pastes another image onto the page, with its upper left corner at this position in inches. */
export function withPicture(page: Raster, picture: Raster, dpi: number, left: number, top: number): Raster {
  const samples = page.samples.slice();
  const from = (Math.round(top * dpi) * page.width + Math.round(left * dpi)) * page.channels;
  const row = picture.width * picture.channels;
  for (let y = 0; y < picture.height; y += 1) {
    samples.set(picture.samples.subarray(y * row, (y + 1) * row), from + y * page.width * page.channels);
  }
  return { ...page, samples };
}
