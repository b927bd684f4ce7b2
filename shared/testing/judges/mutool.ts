import type { Judge } from './judge.ts';
import { FILE_PATH, runOnFile } from './program.ts';

/**
 * MuPDF, which draws where PDFium and pdf.js are asked for text alone: it sees pages that became blank or much darker.
 * Coarse, since images may lose detail.
 */
export const MUTOOL: Judge = {
  name: 'mutool',
  async disagreement(input, output, password) {
    const before = await inkOf(input, password);
    if (before.length === 0) return null;
    const after = await inkOf(output, password);
    if (after.length < before.length) return `${before.length} drawn pages became ${after.length}`;
    const page = before.findIndex((ink, index) => differs(ink, after[index]!));
    if (page < 0) return null;
    return `page ${page + 1} looks different: ${percent(before[page]!)} ink became ${percent(after[page]!)}`;
  },
};

/** Later pages repeat what the first ones show. */
const PAGES = '1-8';
const DPI = 20;
/** Share of the ink that may come or go, and a difference that is too small to see. */
const MOST_CHANGED = 0.25;
const INVISIBLE = 0.006;

function differs(before: number, after: number): boolean {
  const difference = Math.abs(before - after);
  return difference > INVISIBLE && difference > MOST_CHANGED * Math.max(before, after);
}

function percent(ink: number): string {
  return `${(ink * 100).toFixed(1)} %`;
}

/** Returns the mean darkness of each page that can be drawn, from 0 to 1. */
async function inkOf(file: Uint8Array, password: string): Promise<number[]> {
  const args = [
    'draw',
    '-q',
    '-p',
    password,
    '-r',
    String(DPI),
    '-c',
    // Its gray is another one for CMYK, Lab and DeviceN.
    'rgb',
    '-F',
    'ppm',
    '-o',
    '-',
    FILE_PATH,
    PAGES,
  ];
  const { stdout } = await runOnFile('mutool', args, file);
  return inkOfImages(stdout);
}

/** Images of the format PPM, one behind the other. */
function inkOfImages(images: Buffer): number[] {
  const inks: number[] = [];
  for (let at = 0; at < images.length; ) {
    const header = /^P6\s(\d+) (\d+)\s255\s/.exec(images.toString('latin1', at, at + 40));
    if (header === null) return inks;
    const start = at + header[0].length;
    at = start + Number(header[1]) * Number(header[2]) * 3;
    const samples = images.subarray(start, at);
    const light = samples.reduce((sum, sample) => sum + sample, 0);
    inks.push(1 - light / 255 / Math.max(1, samples.length));
  }
  return inks;
}
