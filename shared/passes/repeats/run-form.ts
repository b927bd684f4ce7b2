import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { largestOf, smallestOf } from '../../lists.ts';
import { inheritedResources } from '../../pdf/content/interpret/inherited-resources.ts';
import type { Matrix } from '../../pdf/content/matrix.ts';
import { pageView } from '../../pdf/inventory/page-sizes.ts';
import { key, PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFRef } from '../../pdf/objects.ts';
import { resourceAt } from './names.ts';
import type { DrawingRun } from './repeated-runs.ts';
import type { ResourceName } from './resource-name.ts';

/** A form that draws a run, and its name on all pages. */
export interface DrawnForm {
  readonly name: string;
  readonly content: Uint8Array;
  readonly stream: PDFRawStream;
}

interface Host {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly content: Uint8Array;
}

/** Null if it needs resources that cannot be shared, or if its size on a page is uncertain. */
export function formOf(
  run: DrawingRun,
  page: Host,
  places: readonly { readonly page: PDFDict; readonly matrix: Matrix }[],
  name: string,
): DrawnForm | null {
  const { context } = page.dict;
  const resources = resourcesOf(run, page);
  const box = boxAround(places);
  if (resources === null || box === null) return null;
  const states = run.before.operations().map(({ text }) => text);
  const head = new TextEncoder().encode(states.length === 0 ? '' : `${states.join('\n')}\n`);
  const drawing = page.content.subarray(run.start, run.end);
  const content = new Uint8Array(head.length + drawing.length);
  content.set(head);
  content.set(drawing, head.length);
  const dict = PDFDict.withContext(context);
  const bounds = PDFArray.withContext(context);
  for (const number of box) bounds.push(PDFNumber.of(number));
  dict.set(key('Type'), key('XObject'));
  dict.set(key('Subtype'), key('Form'));
  dict.set(key('BBox'), bounds);
  dict.set(key('Resources'), resources);
  dict.set(key('Filter'), key('FlateDecode'));
  return { name, content, stream: PDFRawStream.of(dict, deflate(content, TRIAL_LEVEL)) };
}

function resourcesOf(run: DrawingRun, { dict, ref }: Host): PDFDict | null {
  const from = inheritedResources({ dict, owner: ref, path: [] })?.dict;
  const resources = PDFDict.withContext(dict.context);
  const needed: ResourceName[] = run.units.flatMap(({ names }) => names);
  for (const { name } of run.before.operations()) if (name !== null) needed.push(name);
  for (const resource of needed) {
    const value = from === undefined ? null : resourceAt(from, resource);
    if (value === null) return null;
    const category = key(resource.category);
    if (!resources.has(category)) resources.set(category, PDFDict.withContext(dict.context));
    const entries = resources.lookup(category, PDFDict);
    entries.set(PDFName.of(resource.name), value instanceof PDFArray ? value.clone() : value);
  }
  return resources;
}

/**
 * Returns a box around everything that pages show of it, with a margin of the same size, so that nothing is
 * clipped.
 */
function boxAround(
  places: readonly { readonly page: PDFDict; readonly matrix: Matrix }[],
): readonly number[] | null {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const { page, matrix } of places) {
    const { left, bottom, right, top } = pageView(page).shown;
    const [wide, high] = [right - left, top - bottom];
    for (const x of [left - wide, right + wide]) {
      for (const y of [bottom - high, top + high]) {
        const point = before(matrix, x, y);
        if (point === null) return null;
        xs.push(point[0]);
        ys.push(point[1]);
      }
    }
  }
  const box = [smallestOf(xs), smallestOf(ys), largestOf(xs), largestOf(ys)];
  const rounded = [...box.slice(0, 2).map(Math.floor), ...box.slice(2).map(Math.ceil)];
  return rounded.every((number) => Math.abs(number) < LARGEST) ? rounded : null;
}

/** Readers with 32-bit fixed-point numbers are unreliable beyond this. */
const LARGEST = 1_000_000;

function before([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] | null {
  const area = a * d - b * c;
  if (Math.abs(area) < 1e-9) return null;
  return [((x - e) * d - (y - f) * c) / area, (a * (y - f) - b * (x - e)) / area];
}
