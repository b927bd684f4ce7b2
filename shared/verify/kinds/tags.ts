import { textOf } from '../../pdf/metadata/text-string.ts';
import {
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from '../../pdf/objects.ts';
import { type Item, item } from '../item.ts';
import type { PageNaming, Reading } from '../reading.ts';
import { dictAt, entry, nameOf, numberOf, SPOKEN_ENTRIES, wordOf } from '../strings.ts';
import { targetOf } from '../targets.ts';
import { itemsOf } from '../trees.ts';
import { annotationName } from './annotations.ts';
import { fieldName } from './fields.ts';

/** Nesting of elements; real documents stay under 30. */
const MAX_DEPTH = 200;
/** A tagged book has 100,000. */
const MAX_ELEMENTS = 1_000_000;

/** Texts that a screen reader reads instead of the visible content (ISO 32000-2, 14.9). */
const SPOKEN = [...SPOKEN_ENTRIES, 'T'] as const;

/** The structure tree in reading order (14.7.2): types, spoken texts, and marked content. */
export function tags(reading: Reading, naming: PageNaming): Item[] {
  const root = dictAt(reading.catalog, 'StructTreeRoot');
  if (root === undefined) return [];
  const found: Item[] = [];
  const classes = dictAt(root, 'ClassMap');
  // Some programs write equal elements once: each place in the tree counts, and a loop ends at its start.
  const above = new Set<PDFDict>();
  const visit = (object: PDFObject | undefined, page: number | null, depth: number): void => {
    if (!(object instanceof PDFDict) || depth > MAX_DEPTH || above.has(object)) return;
    if (found.length >= MAX_ELEMENTS) return;
    const type = nameOf(entry(object, 'S'));
    if (type === null) return;
    above.add(object);
    const own = pageOf(object, reading) ?? page;
    const kids = kidsOf(object);
    const value = [
      `level ${depth + 1}${content(kids, own, reading, naming)}`,
      ...attributes(object, classes),
    ];
    found.push(elementItem(object, type, own, value.join(', ')));
    for (const kid of kids) visit(kid, own, depth + 1);
    above.delete(object);
  };
  for (const kid of kidsOf(root)) visit(kid, null, 0);
  return [...found, ...roles(root)];
}

function elementItem(element: PDFDict, type: string, page: number | null, value: string): Item {
  const spoken = SPOKEN.flatMap((name) => {
    const text = textOf(entry(element, name));
    return text === null || text === '' ? [] : [`${name} ${JSON.stringify(text)}`];
  });
  return item({ name: [type, ...spoken].join(' '), value, page });
}

/** Owners of attributes that are read aloud (14.8.5.1); others are about looks. */
const READ_OWNERS: ReadonlySet<string | null> = new Set(['Table', 'List', 'PrintField']);

/** Which header a cell belongs to, how many columns it spans, how a list is numbered: of its own and its classes. */
function attributes(element: PDFDict, classes: PDFDict | undefined): string[] {
  const own = listOf(entry(element, 'A'));
  const named = listOf(entry(element, 'C')).flatMap((name) =>
    name instanceof PDFName ? listOf(classes?.lookup(name)) : [],
  );
  return [...own, ...named].flatMap((each) => {
    const dict = each instanceof PDFRawStream ? each.dict : each;
    if (!(dict instanceof PDFDict) || !READ_OWNERS.has(nameOf(entry(dict, 'O')))) return [];
    return [...dictEntries(dict)]
      .filter(([name]) => name !== key('O'))
      .map(([name, value]) => `${nameText(name)} ${attributeText(dict.context.lookup(value))}`)
      .sort();
  });
}

function attributeText(value: PDFObject | undefined): string {
  if (value instanceof PDFArray) return itemsOf(value).map(attributeText).join(' ');
  return String(numberOf(value) ?? wordOf(value) ?? '');
}

/** One kid, or an array of kids. */
function kidsOf(element: PDFDict): (PDFObject | undefined)[] {
  return listOf(entry(element, 'K'));
}

function listOf(object: PDFObject | undefined): (PDFObject | undefined)[] {
  return object instanceof PDFArray ? itemsOf(object) : [object];
}

function pageOf(dict: PDFDict, { pageIndex }: Reading): number | null {
  const page = entry(dict, 'Pg');
  return page === undefined ? null : (pageIndex.get(page) ?? null);
}

/** Marked content and objects of the element itself (14.7.5). */
function content(
  kids: readonly (PDFObject | undefined)[],
  page: number | null,
  reading: Reading,
  naming: PageNaming,
): string {
  const on = (at: number | null) => (at === null ? 'no page' : naming(at));
  const parts = kids.flatMap((kid) => {
    const number = numberOf(kid);
    if (number !== null) return [`${number} of ${on(page)}`];
    if (!(kid instanceof PDFDict)) return [];
    const at = pageOf(kid, reading) ?? page;
    switch (nameOf(entry(kid, 'Type'))) {
      case 'MCR':
        return [`${numberOf(entry(kid, 'MCID'))} of ${on(at)}`];
      case 'OBJR':
        return [`${objectName(entry(kid, 'Obj'), reading, naming)} of ${on(at)}`];
      default:
        return [];
    }
  });
  return parts.length === 0 ? '' : `, content ${parts.join(', ')}`;
}

/** Names a link's target, a field, or another annotation. */
function objectName(object: PDFObject | undefined, reading: Reading, naming: PageNaming): string {
  if (!(object instanceof PDFDict)) return 'object';
  switch (nameOf(entry(object, 'Subtype'))) {
    case 'Link':
      return `link to ${targetOf(object, reading, naming).name}`;
    case 'Widget':
      return `field ${fieldName(object)}`;
    default:
      return annotationName(object);
  }
}

/** Standard types of custom types (14.8.6.2). */
function roles(root: PDFDict): Item[] {
  const map = dictAt(root, 'RoleMap');
  return (map?.keys() ?? []).map((name) =>
    item({ name: `role ${name.decodeText()}`, partOf: 'roles', value: nameOf(map?.lookup(name)) ?? '' }),
  );
}
