// Compresses scans of a folder with and without separated text, and writes a sheet per separated page: before, as JPEG,
// separated.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pngOf } from '../../cli/drawing/png.ts';
import { createNodeHost } from '../../library/node/host.ts';
import { compress } from '../../shared/compress.ts';
import { DEFAULT_OPTIONS } from '../../shared/options.ts';

/** The settings for which the goals of separated text are stated: medium quality, 150 dpi. */
const MEDIUM = { ...DEFAULT_OPTIONS, quality: 50, maxDpi: 150, maxDimension: 100_000 };
/** Enough to see single strokes. */
const SHEET_DPI = 220;
const GAP = 12;

/** @typedef {{ readonly width: number, readonly height: number, readonly samples: Uint8Array }} Picture */

/**
 * @param {string} folder of scans
 * @param {string} sheets folder that sheets go into
 */
async function benchSeparation(folder, sheets) {
  mkdirSync(sheets, { recursive: true });
  const host = createNodeHost();
  const totals = { off: 0, auto: 0 };
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith('.pdf'))
    .sort()) {
    const input = new Uint8Array(readFileSync(join(folder, name)));
    const off = await timed(() => compress(input, { ...MEDIUM, mrc: 'off' }, { host }));
    const auto = await timed(() => compress(input, { ...MEDIUM, mrc: 'auto' }, { host }));
    totals.off += off.result.bytes.length;
    totals.auto += auto.result.bytes.length;
    const { pages = [], skipped = {} } = auto.result.report.mrc ?? {};
    console.log(
      [
        name,
        input.length,
        off.result.bytes.length,
        auto.result.bytes.length,
        (auto.result.bytes.length / off.result.bytes.length).toFixed(3),
        `${off.seconds.toFixed(1)} s`,
        `${auto.seconds.toFixed(1)} s`,
        `${pages.length} pages (${pages.map(({ textColors }) => textColors).join(' ')} inks)`,
        `${((auto.seconds - off.seconds) / Math.max(1, pages.length)).toFixed(2)} s a page`,
        Object.entries(skipped)
          .map(([reason, count]) => `${reason} ${count}`)
          .join(', '),
      ].join('  '),
    );
    const files = [input, off.result.bytes, auto.result.bytes];
    for (const { page } of pages) {
      const drawn = files.map((bytes) => drawnPage(bytes, page));
      writeFileSync(join(sheets, `${basename(name, '.pdf')}-${page}.png`), pngOf(sideBySide(drawn)));
    }
  }
  console.log(`all: ${totals.off} without, ${totals.auto} with: ${(totals.auto / totals.off).toFixed(3)}`);
}

/**
 * @template Result
 * @param {() => Promise<Result>} run
 */
async function timed(run) {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

/**
 * @param {Uint8Array} pdf
 * @param {number} page from 1
 * @returns {Picture}
 */
function drawnPage(pdf, page) {
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-sheet-'));
  try {
    const file = join(folder, 'page.pdf');
    writeFileSync(file, pdf);
    const only = ['-f', String(page), '-l', String(page), '-singlefile'];
    execFileSync('pdftoppm', ['-r', String(SHEET_DPI), ...only, file, join(folder, 'page')]);
    return readPpm(readFileSync(join(folder, 'page.ppm')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {Buffer} ppm of kind P6
 * @returns {Picture}
 */
function readPpm(ppm) {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 64).toString('latin1'));
  if (head === null) throw new Error('pdftoppm gave no picture');
  const [all, width, height] = head;
  return { width: Number(width), height: Number(height), samples: ppm.subarray(all.length) };
}

/**
 * @param {readonly Picture[]} pictures
 * @returns {Picture}
 */
function sideBySide(pictures) {
  const width = pictures.reduce((sum, each) => sum + each.width + GAP, -GAP);
  const height = Math.max(...pictures.map((each) => each.height));
  const samples = new Uint8Array(width * height * 3).fill(128);
  let left = 0;
  for (const picture of pictures) {
    for (let y = 0; y < picture.height; y += 1) {
      const row = picture.samples.subarray(y * picture.width * 3, (y + 1) * picture.width * 3);
      samples.set(row, (y * width + left) * 3);
    }
    left += picture.width + GAP;
  }
  return { width, height, samples };
}

const [folder = '.', sheets = 'sheets'] = process.argv.slice(2);
await benchSeparation(folder, sheets);
