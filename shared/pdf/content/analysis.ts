/**
 * Interprets all content of a document: what each page draws, how large, and which resources it names.
 * Anything uncertain is marked, so that conclusions from what was *not* found can be trusted.
 */

import type { PdfDocument } from '../document.ts';
import { nonTreeObjects } from '../non-tree-objects.ts';
import { PDFDict, type PDFObject, PDFRef } from '../objects.ts';
import { interactiveForm } from '../page-tree.ts';
import { Exposure, type StrayContent, unaccountedValues } from './exposure.ts';
import type { UnresolvedNames } from './interpret/frame.ts';
import { ancestorsOf, inheritsOneWay } from './interpret/inherited-resources.ts';
import { ContentInterpreter } from './interpret/interpreter.ts';
import { type AnnotationLists, type ContentPage, contentPage, contentPages } from './interpret/pages.ts';
import {
  type Doubt,
  RESOURCE_CATEGORIES,
  type ResourceCategory,
  type ResourceTable,
} from './interpret/resources.ts';
import type { ContentVisitor } from './interpret/run.ts';
import type { ContentUnit, DrawnImage } from './interpret/units.ts';

export interface SurveyedPage {
  readonly unit: ContentUnit;
  /** 0-based; null for a page outside the page tree, such as a template. */
  readonly index: number | null;
  /** Points per unit of its space. */
  readonly userUnit: number;
}

export interface ContentAnalysis {
  readonly pages: readonly SurveyedPage[];
  /** Each unit comes after all units that draw it. */
  readonly units: readonly ContentUnit[];
  readonly images: readonly DrawnImage[];
  /** Resource dictionaries that content uses. */
  readonly tables: readonly ResourceTable[];
  /** Used names that no reachable dictionary defines, including fonts of default appearances. */
  readonly looseNames: UnresolvedNames;
  /** Fonts that content, form fields or annotations without an appearance may look up under a name. */
  readonly typedFonts: TypedFonts;
  /** Objects that unknown users or uncertain content may use in any way. */
  readonly exposed: ReadonlySet<PDFObject>;
  /** Subset of `exposed` that is only reachable from the default resources of form fields (12.7.3). */
  readonly exposedByForms: ReadonlySet<PDFObject>;
  /** Subset of `exposed` that is only reachable from uncertain content. */
  readonly exposedByDoubt: ReadonlySet<PDFObject>;
  /** `exposed`, plus everything that may be drawn larger than was seen. */
  readonly unsized: ReadonlySet<PDFObject>;
  /** False if readers may differ on a page's resources, or if parts of the document are lost. */
  readonly isSound: boolean;
}

export interface TypedFonts {
  /** Names in default appearances of form fields, and names that content uses and nothing defines. */
  readonly byForms: ReadonlySet<string>;
  /** Names in default appearances of annotations whose appearance viewers make. */
  readonly byAnnotations: ReadonlySet<string>;
}

const IMAGE_KEYS: ReadonlySet<string> = new Set(['SMask', 'Mask', 'ColorSpace', 'DecodeParms']);
const NO_KEYS: ReadonlySet<string> = new Set();
const UNIT_KEYS: ReadonlySet<string> = new Set(['Resources', 'CharProcs']);
const TABLE_KEYS: ReadonlySet<string> = new Set(RESOURCE_CATEGORIES);
/** Categories whose resources are no content but may refer to anything. */
const PLAIN_CATEGORIES: readonly ResourceCategory[] = ['ColorSpace', 'Shading', 'Properties'];

/** Interprets every page with its annotations; `visitor` sees each unit of content once. */
export function analyzeContent(doc: PdfDocument, visitor: ContentVisitor = {}): ContentAnalysis {
  const steps = surveySteps(doc, visitor);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/**
 * Like analyzeContent(), with a pause after each page.
 * @param pause rejects when the analysis is cancelled
 */
export async function analyzeContentAsync(
  doc: PdfDocument,
  visitor: ContentVisitor,
  pause: () => Promise<void>,
): Promise<ContentAnalysis> {
  const steps = surveySteps(doc, visitor);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await pause();
  }
}

/** Each step is a page. */
function* surveySteps(doc: PdfDocument, visitor: ContentVisitor): Generator<void, ContentAnalysis> {
  const interpreter = new ContentInterpreter(doc, visitor);
  const lists: AnnotationLists = new Map();
  const treePages = contentPages(doc.trailer, lists);
  const pages: SurveyedPage[] = [];
  for (const [index, page] of treePages.entries()) {
    pages.push(surveyedPage(interpreter, page, index));
    yield;
  }
  const exposure = new Exposure(doc.context, {
    pages: new Set(treePages.flatMap(({ dict }) => [dict, ...ancestorsOf(dict)])),
    annotations: new Set([...new Set(treePages.map(({ annotations }) => annotations))].flat()),
    form: interactiveForm(doc.trailer),
  });
  exposure.add([doc.trailer]);
  interpretStrays('certain');
  const beforeForms = exposure.objects.size;
  exposure.addFormResources();
  interpretStrays('certain');
  const beforeDoubts = exposure.objects.size;
  interpretStrays('all');
  // A Set keeps insertion order.
  const inOrder = [...exposure.objects];
  return {
    pages,
    units: interpreter.units.toReversed(),
    images: [...interpreter.images.values()],
    tables: interpreter.registry.tables,
    looseNames: withFonts(interpreter.looseNames, Object.values(exposure.appearanceFonts)),
    typedFonts: {
      byForms: new Set([...(interpreter.looseNames.get('Font') ?? []), ...exposure.appearanceFonts.typed]),
      byAnnotations: exposure.appearanceFonts.composed,
    },
    exposed: exposure.objects,
    exposedByForms: new Set(inOrder.slice(beforeForms, beforeDoubts)),
    exposedByDoubt: new Set(inOrder.slice(beforeDoubts)),
    unsized: exposure.objectsWith(tablesInDoubt(interpreter, 'sizes')),
    isSound: !doc.incomplete && inheritsOneWay(doc.trailer) && !hasChainedRefs(doc),
  };

  /** Interpreting stray content may reach further stray content. */
  function interpretStrays(roots: 'certain' | 'all'): void {
    for (let stray = exposeMore(roots); stray.length > 0; stray = exposeMore(roots)) {
      for (const { ref, object } of stray) {
        if (object instanceof PDFDict) {
          const page = contentPage({ dict: object, owner: ref, path: [] }, lists);
          pages.push(surveyedPage(interpreter, page, null));
        } else if (!interpreter.interpreted.has(object.dict)) {
          interpreter.stray(ref, object);
        }
      }
    }
  }

  function exposeMore(roots: 'certain' | 'all'): StrayContent[] {
    const doubtful = roots === 'all' ? tablesInDoubt(interpreter, 'names') : [];
    exposure.add([...unaccounted(interpreter), ...doubtful]);
    return exposure.takeStray();
  }
}

function surveyedPage(
  interpreter: ContentInterpreter,
  page: ContentPage,
  index: number | null,
): SurveyedPage {
  return { unit: interpreter.page(page), index, userUnit: page.userUnit };
}

/** Returns values of interpreted dictionaries that the interpretation does not account for. */
function unaccounted(interpreter: ContentInterpreter): PDFObject[] {
  return [
    ...[...interpreter.interpreted].flatMap((dict) => unaccountedValues(dict, UNIT_KEYS)),
    ...[...interpreter.images.values()].flatMap(({ stream }) => unaccountedValues(stream.dict, IMAGE_KEYS)),
    ...interpreter.registry.tables.flatMap(unaccountedInTable),
  ];
}

function unaccountedInTable(table: ResourceTable): PDFObject[] {
  const plain = PLAIN_CATEGORIES.flatMap((name) => {
    const category = table.category(name);
    return category === null ? [] : unaccountedValues(category.dict, NO_KEYS);
  });
  return [...unaccountedValues(table.dict, TABLE_KEYS), ...plain];
}

function tablesInDoubt(interpreter: ContentInterpreter, doubt: Doubt): PDFDict[] {
  return interpreter.registry.tables.filter((table) => table.doubt === doubt).map(({ dict }) => dict);
}

function withFonts(looseNames: UnresolvedNames, fonts: readonly ReadonlySet<string>[]): UnresolvedNames {
  const all = new Map(looseNames);
  all.set('Font', new Set([...(looseNames.get('Font') ?? []), ...fonts.flatMap((names) => [...names])]));
  return all;
}

/** An indirect object shall not be a reference itself (7.3.10): some readers follow it, others read null. */
function hasChainedRefs(doc: PdfDocument): boolean {
  for (const [, object] of nonTreeObjects(doc)) if (object instanceof PDFRef) return true;
  return false;
}
