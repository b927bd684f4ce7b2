import { dictsIn } from '../../pdf/inventory/trees.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import { PDFDict, type PDFObject } from '../../pdf/objects.ts';
import { type Item, item } from '../item.ts';
import type { Reading } from '../reading.ts';
import { dictAt, entry, nameOf } from '../strings.ts';

/** Layers by name, and their initial visibility (ISO 32000-2, 8.11). */
export function layers(reading: Reading): Item[] {
  const properties = dictAt(reading.catalog, 'OCProperties');
  const isShown = shownAtFirst(dictAt(properties, 'D'));
  return dictsIn(entry(properties, 'OCGs')).map((group) =>
    item({ name: layerName(group), value: isShown(group) ? 'shown' : 'hidden' }),
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

/** Names of the layers in an optional-content entry: one, or several with a rule (8.11.2). */
export function layerNames(object: PDFObject | undefined): string {
  if (!(object instanceof PDFDict)) return '';
  if (nameOf(entry(object, 'Type')) !== 'OCMD') return layerName(object);
  const groups = entry(object, 'OCGs');
  const several = groups instanceof PDFDict ? [groups] : dictsIn(groups);
  return several.map(layerName).join(' + ');
}
