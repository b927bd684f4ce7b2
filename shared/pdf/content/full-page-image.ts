import type { PdfDocument } from '../document.ts';
import { decodeStream } from '../filter/filters.ts';
import { dictEntries, key, nameText, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from '../objects.ts';
import { concatOperand, GraphicsStack } from './graphics-state.ts';
import { inheritedResources } from './interpret/inherited-resources.ts';
import { exactNumbersOf } from './interpret/number-arrays.ts';
import { pageContent } from './joined.ts';
import { concatMatrices, IDENTITY_MATRIX, type Matrix } from './matrix.ts';
import { ContentReader } from './syntax/operations.ts';

/** An image that is drawn first and opaque. Stamps, page numbers, watermarks and the like may be drawn over it. */
export interface FullPageImage {
  readonly kind: 'image';
  readonly image: PDFRef;
  /** From the image's unit square to page space. */
  readonly matrix: Matrix;
}

/** Why a page is not an image with little drawn over it; `none` if it has no image, or its content is uncertain. */
export type PageObstacle =
  | 'none'
  | 'drawn-below'
  | 'not-opaque'
  | 'text-over'
  | 'drawing-over'
  | 'image-over';

/** Bytes of shown text, as in several stamps and a signature: more is a page of text with a picture behind. */
const MAX_TEXT_BYTES = 400;
/** Painted paths and shadings: more is a drawing with a picture behind. */
const MAX_DRAWINGS = 500;
/** Share of the image's area that another image may take: larger ones are layers of the same picture. */
const MAX_IMAGE_SHARE = 0.25;
/** Operations of a page with its forms. */
const MAX_OPERATIONS = 200_000;
/**
 * Bytes of a page's forms, stored and decoded, each time they are drawn: stamps take kilobytes. Bounds the work on a
 * form that is drawn a hundred thousand times.
 */
const MAX_FORM_BYTES = 2 * 1024 * 1024;
const MAX_DEPTH = 8;

/** Returns the image that a page draws first, if little else is drawn, and over it; else what is in the way. */
export function fullPageImage(
  doc: PdfDocument,
  page: PDFRef,
): FullPageImage | { readonly kind: 'other'; readonly obstacle: PageObstacle } {
  const dict = doc.context.lookup(page);
  if (!(dict instanceof PDFDict)) return { kind: 'other', obstacle: 'none' };
  const resources = inheritedResources({ dict, owner: page, path: [] })?.dict;
  const content = pageContent(dict, doc.limits.streamBytes);
  if (resources === undefined || content === null) return { kind: 'other', obstacle: 'none' };
  const run = new PictureRun();
  const obstacle = run.content(content, resources);
  if (obstacle !== null) return { kind: 'other', obstacle };
  return run.picture ?? { kind: 'other', obstacle: 'none' };
}

/** Operators that show nothing and do not affect how an image is drawn. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(
  (
    'BDC BMC BT BX c cm CS cs d DP EMC ET EX G g h i J j K k l M m MP n Q q re RG rg ri SC sc SCN scn ' +
    'T* Tc Td TD Tf TL Tm Tr Ts Tw Tz v W W* w y'
  ).split(' '),
);
const PAINTS: ReadonlySet<string> = new Set('f F f* B B* b b* S s sh'.split(' '));
const SHOWS_TEXT: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
/** Text rendering mode 3: neither filled nor stroked (9.3.6). */
const INVISIBLE = 3;

interface State {
  readonly matrix: Matrix;
  readonly textMode: number;
  /** Type 3 glyphs are drawn in every text rendering mode. */
  readonly mayBeType3: boolean;
  /** False also in a group, which is blended as a whole (11.6.6). */
  readonly isOpaque: boolean;
}

class PictureRun {
  picture: FullPageImage | null = null;
  #formBytes = MAX_FORM_BYTES;
  #resources: PDFDict | null = null;
  #states = new GraphicsStack<State>({
    matrix: IDENTITY_MATRIX,
    textMode: 0,
    mayBeType3: true,
    isOpaque: true,
  });
  #depth = 0;
  #operations = 0;
  #textBytes = 0;
  #drawings = 0;

  content(content: Uint8Array, resources: PDFDict): PageObstacle | null {
    this.#resources = resources;
    const reader = new ContentReader(content);
    while (reader.next()) {
      const obstacle = this.#operation(reader);
      if (obstacle !== null) return obstacle;
    }
    return reader.problem === null ? null : 'none';
  }

  #operation(reader: ContentReader): PageObstacle | null {
    const { operator } = reader;
    this.#operations += 1;
    if (this.#operations > MAX_OPERATIONS) return 'drawing-over';
    if (operator === 'Do') return this.#draw(reader);
    if (operator === 'BI') return reader.inlineImage === null ? 'none' : this.#imageOver();
    if (operator === 'gs') return this.#changeState(reader);
    if (SHOWS_TEXT.has(operator)) return this.#showText(reader);
    if (PAINTS.has(operator)) {
      if (this.picture === null) return 'drawn-below';
      this.#drawings += 1;
      return this.#drawings > MAX_DRAWINGS ? 'drawing-over' : null;
    }
    return WITHOUT_EFFECT.has(operator) && this.#change(reader) ? null : 'none';
  }

  #showText(reader: ContentReader): PageObstacle | null {
    const { textMode, mayBeType3 } = this.#states.now;
    if (textMode === INVISIBLE && !mayBeType3) return null;
    if (this.picture === null) return 'drawn-below';
    this.#textBytes += reader.end - reader.start;
    return this.#textBytes > MAX_TEXT_BYTES ? 'text-over' : null;
  }

  #change(reader: ContentReader): boolean {
    switch (reader.operator) {
      case 'q':
        return this.#states.save();
      case 'Q':
        this.#states.restore();
        return true;
      case 'cm':
        return concatOperand(this.#states, reader);
      case 'Tr':
        this.#states.set({ textMode: reader.number(reader.operandCount - 1) });
        return true;
      case 'Tf': {
        const font = this.#named(reader, 'Font', 2);
        const mayBeType3 = !(font instanceof PDFDict) || font.lookup(key('Subtype')) === key('Type3');
        this.#states.set({ mayBeType3 });
        return true;
      }
      default:
        return true;
    }
  }

  #named(reader: ContentReader, category: string, fromEnd: number) {
    const name = reader.name(reader.operandCount - fromEnd);
    const dict = this.#resources?.lookup(key(category));
    return name === null || !(dict instanceof PDFDict) ? undefined : dict.lookup(PDFName.of(name));
  }

  #draw(reader: ContentReader): PageObstacle | null {
    const name = reader.name(reader.operandCount - 1);
    const dict = this.#resources?.lookup(key('XObject'));
    if (name === null || !(dict instanceof PDFDict)) return 'none';
    const drawn = dict.get(PDFName.of(name));
    const stream = dict.context.lookup(drawn);
    if (!(drawn instanceof PDFRef) || !(stream instanceof PDFRawStream)) return 'none';
    const kind = stream.dict.lookup(key('Subtype'));
    if (kind === key('Form')) return this.#drawForm(stream);
    if (kind !== key('Image')) return 'none';
    if (this.picture !== null) return this.#imageOver();
    if (!this.#states.now.isOpaque) return 'not-opaque';
    this.picture = { kind: 'image', image: drawn, matrix: this.#states.now.matrix };
    return null;
  }

  #imageOver(): PageObstacle | null {
    if (this.picture === null) return 'drawn-below';
    return areaOf(this.#states.now.matrix) > areaOf(this.picture.matrix) * MAX_IMAGE_SHARE
      ? 'image-over'
      : null;
  }

  /** A form's content counts as the page's; its graphics state ends with it (8.10.1). */
  #drawForm(form: PDFRawStream): PageObstacle | null {
    if (this.#depth >= MAX_DEPTH) return 'none';
    this.#formBytes -= form.contents.length;
    if (this.#formBytes <= 0) return 'drawing-over';
    const data = decodeStream(form, this.#formBytes);
    if (data.kind === 'undecodable' && data.reason === 'too-large') return 'drawing-over';
    if (data.kind !== 'bytes') return 'none';
    this.#formBytes -= data.bytes.length;
    const [resources, states] = [this.#resources, this.#states];
    const own = form.dict.lookup(key('Resources'));
    const matrixEntry = form.dict.lookup(key('Matrix'));
    const matrix = matrixEntry === undefined ? IDENTITY_MATRIX : exactNumbersOf(matrixEntry, 6);
    if (matrix === null) return 'none';
    const { now } = states;
    const isOpaque = now.isOpaque && !form.dict.has(key('Group'));
    this.#states = new GraphicsStack({ ...now, isOpaque, matrix: concatMatrices(matrix, now.matrix) });
    this.#depth += 1;
    const obstacle = this.content(data.bytes, own instanceof PDFDict ? own : (resources as PDFDict));
    this.#depth -= 1;
    [this.#resources, this.#states] = [resources, states];
    return obstacle;
  }

  /** Drawings over the image may be transparent. */
  #changeState(reader: ContentReader): PageObstacle | null {
    const entries = this.#named(reader, 'ExtGState', 1);
    if (!(entries instanceof PDFDict)) return 'none';
    const isPlain = [...dictEntries(entries).keys()].every((name) =>
      isPlainEntry(nameText(name), entries.lookup(name)),
    );
    if (!isPlain) this.#states.set({ isOpaque: false });
    // A font may be set here too.
    if (entries.has(key('Font'))) this.#states.set({ mayBeType3: true });
    return null;
  }
}

/** The area of the unit square. */
function areaOf([a, b, c, d]: Matrix): number {
  return Math.abs(a * d - b * c);
}

/** Entries for device colors, lines and overprint, which do not affect an image. */
const PLAIN_ENTRIES: ReadonlySet<string> = new Set(
  'Type LW LC LJ ML D RI OP op OPM FL SM SA TK AIS'.split(' '),
);

function isPlainEntry(name: string, value: unknown): boolean {
  if (PLAIN_ENTRIES.has(name)) return true;
  if (name === 'CA' || name === 'ca') return value instanceof PDFNumber && value.asNumber() === 1;
  if (name === 'BM') return value === key('Normal') || value === key('Compatible');
  return name === 'SMask' && value === key('None');
}
