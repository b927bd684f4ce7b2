import type { PDFDict } from '../../pdf/objects.ts';
import { type Item, item } from '../item.ts';
import { rectPlace } from '../places.ts';
import type { PageNaming, Reading } from '../reading.ts';
import { dictAt, entry } from '../strings.ts';
import { actionTarget } from '../targets.ts';
import type { PageAnnotation } from './annotations.ts';
import { fieldName, terminalFields } from './fields.ts';

/** Actions of pages, form fields and annotations, besides the targets of links (ISO 32000-2, 12.6.3). */
export function actions(
  reading: Reading,
  annotations: readonly PageAnnotation[],
  naming: PageNaming,
): Item[] {
  const told = (dict: PDFDict, name: string, isLink: boolean, on: Partial<Item> = {}): Item[] => {
    const events = dictAt(dict, 'AA');
    const own = isLink ? undefined : entry(dict, 'A');
    return [
      ...(own === undefined ? [] : [{ event: 'activated', action: own }]),
      ...(events?.keys() ?? []).map((event) => ({
        event: EVENTS[event.decodeText()] ?? event.decodeText(),
        action: events?.lookup(event),
      })),
    ].map(({ event, action }) => {
      const { name: what, value, numbers } = actionTarget(action, reading, naming);
      return item({ ...on, name: `${name}, ${event}`, value: `${what}, ${value}`, numbers });
    });
  };
  const widgets = new Set(annotations.map(({ dict }) => dict));
  return [
    ...reading.pages.flatMap(({ dict }, page) => told(dict, 'page', false, { page })),
    // The dictionary of a field may be that of its widget.
    ...terminalFields(reading)
      .filter(({ dict }) => !widgets.has(dict))
      .flatMap(({ dict, name }) => told(dict, `field ${name}`, false)),
    ...annotations.flatMap(({ dict, type, page, on }) =>
      told(dict, type === 'Widget' ? `field ${fieldName(dict)}` : type, type === 'Link', {
        page,
        place: rectPlace(dict, on.view),
      }),
    ),
  ];
}

/** Tables 197 to 199. */
const EVENTS: Readonly<Record<string, string>> = {
  O: 'opened',
  C: 'closed or calculated',
  K: 'typed into',
  F: 'formatted',
  V: 'validated',
  E: 'entered',
  X: 'left',
  D: 'pressed',
  U: 'released',
  Fo: 'focused',
  Bl: 'blurred',
};
