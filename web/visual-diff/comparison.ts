import type { PageViewport, PDFPageProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { differencePixels } from './difference.ts';
import { releaseCanvas } from './drawing/canvas.ts';
import { HalvedPictures } from './drawing/halved-pictures.ts';
import { AnnotationMode, openWithPdfjs, type PDFDocumentProxy } from './drawing/pdfjs.ts';
import type { PageDiff } from './proof.ts';
import type { AssetLoader, OpenRequest, PageSize, Painting, Side, View } from './wire.ts';
import { worstSpot } from './worst-spot.ts';

/** Pixels of a compared page: A4 at about 110 dpi, enough to show visible losses. */
const COMPARED_PIXELS = 1_200_000;
/** Maximum scale of a compared page, however small it is. */
const MAX_PIXELS_PER_POINT = 4;

/** Returns 0 to 1 for two images of the same size in 8-bit RGBA. */
export type Similarity = (a: ImageData, b: ImageData) => number;

/** Returns the place that shows something else; null if all looks alike. */
export type FindSpot = (a: ImageData, b: ImageData) => NonNullable<PageDiff['spot']> | null;

interface OpenDocument {
  readonly document: PDFDocumentProxy;
  readonly pictures: HalvedPictures;
}

/** Two open documents and their comparison. */
export class Comparison {
  readonly pages: number;
  readonly #documents: Record<Side, OpenDocument>;
  readonly #open: (blob: Blob) => Promise<OpenDocument>;
  readonly #similarity: Similarity;
  readonly #findSpot: FindSpot | undefined;
  /** Running render tasks, which a newer request can cancel. */
  readonly #paintings = new Map<Painting, Set<RenderTask>>();

  #viewed: number | null = null;

  private constructor(
    documents: Record<Side, OpenDocument>,
    open: (blob: Blob) => Promise<OpenDocument>,
    similarity: Similarity,
    findSpot: FindSpot | undefined,
  ) {
    this.#findSpot = findSpot;
    this.#documents = documents;
    this.#open = open;
    this.#similarity = similarity;
    this.pages = Math.min(documents.before.document.numPages, documents.after.document.numPages);
  }

  /** @throws what pdf.js throws */
  static async open(
    { before, after, password, isOnlyCompared = false, findsSpots = false }: OpenRequest,
    assets: AssetLoader,
    similarity: Similarity,
    findSpot: FindSpot,
  ): Promise<Comparison> {
    const open = async (blob: Blob): Promise<OpenDocument> => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      // In full size for close inspection.
      const pictures = new HalvedPictures(isOnlyCompared ? 4 * COMPARED_PIXELS : Number.POSITIVE_INFINITY);
      return { document: await openWithPdfjs(bytes, password, assets, pictures).promise, pictures };
    };
    const first = await open(before);
    return new Comparison(
      { before: first, after: after === undefined ? first : await open(after) },
      open,
      similarity,
      findsSpots ? findSpot : undefined,
    );
  }

  /**
   * Replaces the document after with another one of as many pages. Decoded images of the document before stay.
   *
   * @throws what pdf.js throws; the previous document then stays
   */
  async replaceAfter(blob: Blob): Promise<void> {
    const { before, after: until } = this.#documents;
    this.#documents.after = await this.#open(blob);
    for (const painting of ['after', 'difference'] as const) {
      for (const task of this.#paintings.get(painting) ?? []) task.cancel();
    }
    if (until !== before) await until.document.loadingTask.destroy();
  }

  async sizeOf(page: number): Promise<PageSize> {
    const viewport = (await this.#page('before', page)).getViewport({ scale: 1 });
    return { widthPt: viewport.width, heightPt: viewport.height };
  }

  async compare(number: number, partner = number): Promise<PageDiff> {
    const before = await this.#page('before', number);
    const after = await this.#page('after', partner);
    const sizes = [before, after].map((page) => page.getViewport({ scale: 1 }));
    const isSizeEqual = sizes[0]!.width === sizes[1]!.width && sizes[0]!.height === sizes[1]!.height;
    const texts = [await textOf(before), await textOf(after)];
    const view = comparedView(number, sizes[0]!);
    const a = await this.#pixels('before', before, view);
    const b = await this.#pixels('after', after, view);
    const spot = worstSpot(a, b);
    return {
      page: number,
      similarity: spot === null ? 1 : this.#similarity(a, b),
      worstSpot: spot,
      ...(this.#findSpot === undefined ? {} : { spot: spot === null ? null : this.#findSpot(a, b) }),
      words: texts[0]!.split(/\s+/).filter(Boolean).length,
      isTextEqual: texts[0] === texts[1],
      isSizeEqual,
    };
  }

  async paint(painting: Painting, view: View): Promise<ImageBitmap | null> {
    await this.#letGoOfOthers(view.page);
    for (const task of this.#paintings.get(painting) ?? []) task.cancel();
    const tasks = new Set<RenderTask>();
    this.#paintings.set(painting, tasks);
    const draw = async (side: Side) => this.#draw(side, await this.#page(side, view.page), view, tasks);
    try {
      if (painting !== 'difference') return (await draw(painting)).transferToImageBitmap();
      const a = pixelsOf(await draw('before'));
      if (this.#paintings.get(painting) !== tasks) return null;
      const b = pixelsOf(await draw('after'));
      return await createImageBitmap(differencePixels(a, b));
    } catch (thrown) {
      if (thrown instanceof Error && thrown.name === 'RenderingCancelledException') return null;
      throw thrown;
    }
  }

  async thumbnail(side: Side, number: number, width: number): Promise<ImageBitmap> {
    const page = await this.#page(side, number);
    const size = page.getViewport({ scale: 1 });
    const scale = width / size.width;
    const height = Math.max(1, Math.round(size.height * scale));
    const view = { page: number, pixelsPerPoint: scale, left: 0, top: 0, width, height };
    return (await this.#draw(side, page, view)).transferToImageBitmap();
  }

  async #pixels(side: Side, page: PDFPageProxy, view: View): Promise<ImageData> {
    const { document, pictures } = this.#documents[side];
    const drawn = async () => {
      const canvas = await this.#draw(side, page, view);
      const seen = pixelsOf(canvas);
      releaseCanvas(canvas);
      return seen;
    };
    let pixels = await drawn();
    if (pictures.isLacking) {
      // Images shared by several pages are sent again, too.
      await document.cleanup();
      pixels = await pictures.whole(drawn);
    }
    // The current page will be rendered again, moved or larger: its images stay decoded. Others are released before the
    // next are decoded.
    if (view.page !== this.#viewed) page.cleanup();
    return pixels;
  }

  async #draw(side: Side, page: PDFPageProxy, view: View, tasks?: Set<RenderTask>): Promise<OffscreenCanvas> {
    const canvas = new OffscreenCanvas(view.width, view.height);
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (context === null) throw new Error('no canvas to be had');
    this.#documents[side].pictures.watch(context);
    const task = page.render({
      canvas: null,
      // The types allow only a document's canvas; pdf.js renders on both alike.
      canvasContext: context as unknown as CanvasRenderingContext2D,
      viewport: page.getViewport({
        scale: view.pixelsPerPoint,
        offsetX: view.left,
        offsetY: view.top,
      }),
      annotationMode: AnnotationMode.ENABLE,
      background: '#ffffff',
    });
    // Reads messages between steps, so that a newer request can cancel this one.
    task.onContinue = (next: () => void) => setTimeout(next);
    tasks?.add(task);
    await task.promise;
    return canvas;
  }

  /** Keeps the decoded images of one page only. */
  async #letGoOfOthers(page: number): Promise<void> {
    const viewed = this.#viewed;
    this.#viewed = page;
    if (viewed === null || viewed === page) return;
    for (const side of ['before', 'after'] as const) (await this.#page(side, viewed)).cleanup();
  }

  #page(side: Side, number: number): Promise<PDFPageProxy> {
    return this.#documents[side].document.getPage(number);
  }
}

function comparedView(page: number, { width, height }: PageViewport): View {
  const pixelsPerPoint = Math.min(MAX_PIXELS_PER_POINT, Math.sqrt(COMPARED_PIXELS / (width * height)));
  const pixels = (points: number) => Math.max(1, Math.round(points * pixelsPerPoint));
  return { page, pixelsPerPoint, left: 0, top: 0, width: pixels(width), height: pixels(height) };
}

function pixelsOf(canvas: OffscreenCanvas): ImageData {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas to be had');
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(' ');
}
