import type { CompressOptions } from '../../options.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { images } from '../../passes/images.ts';
import type { PassContext } from '../../passes/pass.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { writeDocument } from '../../pdf/write/write.ts';
import type { ImageReport, Warning } from '../../report.ts';
import { type ObjectSources, pagesDocument, stream } from '../documents/documents.ts';
import { openInPdfium } from '../oracles/pdfium-render.ts';
import { runPass } from '../pass-run.ts';
import { host, IMAGE } from '../pictures/image-runs.ts';

/** PDFium's rendering of an image before and after the images pass, and the pass's report. */
export interface ImageRenders {
  readonly doc: PdfDocument;
  /** RGB rows of the part of the page that the image covers, without its outermost pixels. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly report: ImageReport;
  readonly reports: readonly ImageReport[];
  readonly warnings: readonly Warning[];
}

const CONTENTS = 90;
/** A color that shows through hidden or cut-out areas. */
const BACKGROUND = '0.2 0.6 0.9 rg 0 0 200 200 re f';
const DPI = 72;
const LEFT = 20;
const SIDE = 160;

/** Runs the images pass over a page that draws image 100 on a colored background; everything else must stay. */
export async function imageRenders(
  objects: ObjectSources,
  options: Partial<CompressOptions> = {},
  parts: Partial<PassContext> = {},
): Promise<ImageRenders> {
  const build = () =>
    pagesDocument([`/Resources << /XObject << /Im ${IMAGE} 0 R >> >> /Contents ${CONTENTS} 0 R`], {
      [CONTENTS]: stream('', `${BACKGROUND} q ${SIDE} 0 0 ${SIDE} ${LEFT} ${LEFT} cm /Im Do Q`),
      ...objects,
    });
  const reports: ImageReport[] = [];
  const warnings: Warning[] = [];
  const { doc } = await runPass(images, build, {
    host,
    options: { ...DEFAULT_OPTIONS, ...options },
    warn: (warning) => warnings.push(warning),
    reportImage: (report) => reports.push(report),
    ...parts,
  });
  const report = reports.find(({ object }) => object === IMAGE);
  if (report === undefined) throw new Error('the image is not in the report');
  return { doc, before: await drawn(build()), after: await drawn(doc), report, reports, warnings };
}

async function drawn(doc: PdfDocument): Promise<Uint8Array> {
  const file = await openInPdfium(writeDocument(doc, { objectStreams: false }));
  const { width, rgbx } = file.render(0, DPI);
  file.close();
  const side = SIDE - 2;
  const rgb = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const from = ((LEFT + 1 + y) * width + LEFT + 1 + x) * 4;
      rgb.set(rgbx.subarray(from, from + 3), (y * side + x) * 3);
    }
  }
  return rgb;
}

/** Mean and largest difference of two renderings, in levels; the largest is of means over tiles of 8 x 8 pixels. */
export function drawnDifference(
  a: Uint8Array,
  b: Uint8Array,
): { readonly mean: number; readonly worst: number } {
  const side = SIDE - 2;
  const tiles = Math.ceil(side / 8);
  const sums = new Float64Array(tiles * tiles);
  let total = 0;
  for (let at = 0; at < a.length; at += 1) {
    const pixel = Math.floor(at / 3);
    const off = Math.abs(a[at]! - b[at]!);
    total += off;
    sums[(Math.floor(pixel / side) >> 3) * tiles + ((pixel % side) >> 3)]! += off;
  }
  return { mean: total / a.length, worst: Math.max(...sums) / (8 * 8 * 3) };
}

/** The rendering in Rec. 601 gray. */
export function grayDrawing(rgb: Uint8Array): Uint8Array {
  const gray = new Uint8Array(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    gray.fill(Math.round(0.299 * rgb[at]! + 0.587 * rgb[at + 1]! + 0.114 * rgb[at + 2]!), at, at + 3);
  }
  return gray;
}
