import type { PdfDocument } from '../document.ts';
import { dictEntries, type PDFDict, type PDFName } from '../objects.ts';
import { hasXfa } from '../page-tree.ts';
import { analyzeContent, type ContentAnalysis } from './analysis.ts';
import { IMPLICIT_COLOR_SPACES } from './interpret/colorspaces.ts';
import {
  type CategoryTable,
  type Located,
  RESOURCE_CATEGORIES,
  type ResourceCategory,
  type ResourceTable,
} from './interpret/resources.ts';
import { contentName } from './syntax/values.ts';

/**
 * `undecodable`: content that may use these resources cannot be read with certainty. `required-as-is`:
 * something other than the interpreted content may use them.
 */
export type ResourceCertainty = 'certain' | 'undecodable' | 'required-as-is';

/** The resources of one category in one dictionary. */
export interface ResourceUse {
  readonly dict: PDFDict;
  /** Locations of the dictionary; more than one only if a direct object is shared in memory. */
  readonly homes: readonly Located[];
  /** Entries that no content names; only reliable with the certainty `certain`. */
  readonly unused: readonly PDFName[];
  readonly certainty: ResourceCertainty;
}

/**
 * Returns the use of every resource dictionary. A dictionary that several pages or forms share is listed once
 * and keeps what any of them uses. Dictionaries that no content uses are not listed.
 * @param survey existing analysis of this document
 */
export function resourceUses(doc: PdfDocument, survey: ContentAnalysis = analyzeContent(doc)): ResourceUse[] {
  const isTrusted = survey.isSound && !hasXfa(doc.trailer);
  return categories(survey).map(({ category, names, tables }) => ({
    dict: category.dict,
    homes: category.homes,
    unused: [...dictEntries(category.dict).keys()].filter(
      (name) => !category.used.has(name) && !names.some((kind) => isLoose(survey, kind, name)),
    ),
    certainty: isTrusted ? certaintyOf(survey, category, tables) : 'required-as-is',
  }));
}

interface SharedCategory {
  readonly category: CategoryTable;
  /** Categories it serves as; more than one only in unusual files. */
  readonly names: readonly ResourceCategory[];
  readonly tables: readonly ResourceTable[];
}

/** Groups the resource dictionaries that share a category dictionary. */
function categories(survey: ContentAnalysis): SharedCategory[] {
  const shared = new Map<CategoryTable, { names: Set<ResourceCategory>; tables: ResourceTable[] }>();
  for (const table of survey.tables) {
    for (const name of RESOURCE_CATEGORIES) {
      const category = table.category(name);
      if (category === null) continue;
      const found = shared.get(category) ?? { names: new Set(), tables: [] };
      found.names.add(name);
      found.tables.push(table);
      shared.set(category, found);
    }
  }
  return [...shared].map(([category, { names, tables }]) => ({ category, names: [...names], tables }));
}

function certaintyOf(
  survey: ContentAnalysis,
  category: CategoryTable,
  tables: readonly ResourceTable[],
): ResourceCertainty {
  if (tables.some(({ doubt }) => doubt === 'names')) return 'undecodable';
  const isExposed = survey.exposed.has(category.dict) || tables.some(({ dict }) => survey.exposed.has(dict));
  return isExposed ? 'required-as-is' : 'certain';
}

/** True for names that may be looked up here although no content in reach of this dictionary names them. */
function isLoose(survey: ContentAnalysis, category: ResourceCategory, name: PDFName): boolean {
  const text = contentName(name.asString().slice(1));
  if (category === 'ColorSpace' && IMPLICIT_COLOR_SPACES.has(text)) return true;
  return survey.looseNames.get(category)?.has(text) ?? false;
}
