import type { Inspection, Probe, ProbedImage } from './inspection.ts';
import { imagePlacements } from './pdf/content/placement.ts';
import { indirectObjects } from './pdf/document.ts';
import { documentFacts } from './pdf/inventory/facts.ts';
import { documentFeatures } from './pdf/inventory/features.ts';
import { fileBytes } from './pdf/inventory/file-bytes.ts';
import { fontInventory } from './pdf/inventory/fonts.ts';
import { imageSheet } from './pdf/inventory/image-sheet.ts';
import { imageInventory } from './pdf/inventory/images.ts';
import { largestPageArea, pageSizes } from './pdf/inventory/page-sizes.ts';
import { securityFacts } from './pdf/inventory/permissions.ts';
import { probedImages } from './pdf/inventory/probed-images.ts';
import { surveyText } from './pdf/inventory/used-fonts.ts';
import { openDocument, openOptions } from './pdf/read/open.ts';
import { writeDocument } from './pdf/write/write.ts';
import type { RunContext } from './run/run.ts';

/** Like the context of a compress run, all optional; no progress is reported. */
export type InspectRun = Partial<Omit<RunContext, 'onProgress' | 'imageOverrides'>>;

/**
 * Heavy entry point. Reports what a file contains and where its bytes are; changes nothing.
 * @throws PdfError when this document cannot be read; the signal's reason when it was aborted.
 */
export async function inspect(input: Uint8Array, run: InspectRun = {}): Promise<Inspection> {
  const { signal } = run;
  const doc = await openDocument(input, { ...openOptions(run), keepLayout: true, limitsGrowth: true });
  const { layout } = doc;
  if (layout === undefined) throw new Error('a document was opened without the layout that was asked for');
  signal?.throwIfAborted();
  const { survey, pagesByFont } = surveyText(doc);
  signal?.throwIfAborted();
  const fromFile = fileBytes(doc, layout);
  return {
    fileSize: input.length,
    sizes: fromFile.bytes,
    document: documentFacts(doc),
    features: documentFeatures(doc, layout, fromFile),
    security: doc.security === null ? null : securityFacts(doc.security),
    pageSizes: pageSizes(doc),
    images: imageInventory(doc, layout, imagePlacements(doc, survey)),
    fonts: fontInventory(doc, layout, pagesByFont),
    repairs: doc.repairs,
    incomplete: doc.incomplete,
  };
}

/** Images per kind; enough to estimate the memory for unpacking them in parallel. */
const LARGEST = 16;

/**
 * Heavy entry point. Reports the kind of document and the cost of compressing it, without reading its pages.
 * @throws PdfError when this document cannot be read; the signal's reason when it was aborted.
 */
export async function probe(input: Uint8Array, run: InspectRun = {}): Promise<Probe> {
  const doc = await openDocument(input, openOptions(run));
  const images = probedImages(doc);
  const counts = new Map<ProbedImage['unpacking'], number>();
  const isListed = ({ unpacking }: ProbedImage) => {
    const before = counts.get(unpacking) ?? 0;
    counts.set(unpacking, before + 1);
    return before < LARGEST;
  };
  return {
    document: documentFacts(doc),
    objects: indirectObjects(doc).length,
    images: images.length,
    largestImages: images.filter(isListed),
    largestPageArea: largestPageArea(doc),
  };
}

/**
 * Heavy entry point. Returns a PDF with one page for each image of these object numbers, for thumbnails.
 * @throws PdfError when this document cannot be read; the signal's reason when it was aborted.
 */
export async function picturesOf(
  input: Uint8Array,
  objects: readonly number[],
  run: InspectRun = {},
): Promise<Uint8Array> {
  const doc = await openDocument(input, openOptions(run));
  return writeDocument(imageSheet(doc, objects), { objectStreams: true });
}
