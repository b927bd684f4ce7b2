import { dictsIn } from '../../pdf/inventory/trees.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import { PDFDict, type PDFObject } from '../../pdf/objects.ts';
import { type Item, item } from '../item.ts';
import type { Reading } from '../reading.ts';
import { dictAt, entry, nameOf } from '../strings.ts';
import { itemsOf } from '../trees.ts';

/** Layers by name, and their initial visibility (ISO 32000-2, 8.11). */
export function layers(reading: Reading): Item[] {
  const properties = dictAt(reading.catalog, 'OCProperties');
  const config = dictAt(properties, 'D');
  const isShown = shownAtFirst(config);
  const automatic = automaticStates(config);
  return dictsIn(entry(properties, 'OCGs')).map((group) =>
    item({
      name: layerName(group),
      value: [isShown(group) ? 'shown' : 'hidden', ...automatic(group)].join(', '),
    }),
  );
}

export function layerName(group: PDFDict): string {
  return textOf(entry(group, 'Name')) ?? '';
}

/** `/BaseState`, then the groups switched on and off (table 99). */
function shownAtFirst(config: PDFDict | undefined): (group: PDFDict) => boolean {
  const isBaseOff = nameOf(entry(config, 'BaseState')) === 'OFF';
  const on = new Set<PDFDict>(dictsIn(entry(config, 'ON')));
  const off = new Set<PDFDict>(dictsIn(entry(config, 'OFF')));
  return (group) => (isBaseOff ? on.has(group) : !off.has(group));
}

/** States that layers take by themselves when the page is viewed, printed or exported (tables 100 and 101). */
function automaticStates(config: PDFDict | undefined): (group: PDFDict) => string[] {
  const uses = dictsIn(entry(config, 'AS')).map((use) => ({
    groups: new Set<PDFDict>(dictsIn(entry(use, 'OCGs'))),
    categories: itemsOf(entry(use, 'Category')).map((category) => nameOf(category) ?? ''),
  }));
  return (group) =>
    uses
      .filter(({ groups }) => groups.has(group))
      .flatMap(({ categories }) => categories)
      .flatMap((category) => {
        const state = nameOf(entry(dictAt(dictAt(group, 'Usage'), category), `${category}State`));
        return state === null ? [] : [`${category} ${state}`];
      })
      .sort();
}

/** Names of the layers in an optional-content entry: one, or several with a rule (8.11.2). */
export function layerNames(object: PDFObject | undefined): string {
  if (!(object instanceof PDFDict)) return '';
  if (nameOf(entry(object, 'Type')) !== 'OCMD') return layerName(object);
  const groups = entry(object, 'OCGs');
  const several = groups instanceof PDFDict ? [groups] : dictsIn(groups);
  const policy = nameOf(entry(object, 'P')) ?? 'AnyOn';
  const names = several.map(layerName).join(' + ');
  return policy === 'AnyOn' ? names : `${policy} of ${names}`;
}
