import { dictsIn } from '../../pdf/inventory/trees.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import {
  nameText,
  PDFArray,
  type PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from '../../pdf/objects.ts';
import { digestOf } from '../digest.ts';
import { type Item, item } from '../item.ts';
import { rectPlace } from '../places.ts';
import type { Reading } from '../reading.ts';
import { dictAt, entry, nameOf, numberOf, wordOf } from '../strings.ts';
import { itemsOf } from '../trees.ts';
import { type PageAnnotation, seenWords } from './annotations.ts';

/** Nesting of fields; more is a loop, or built to be slow. */
const MAX_DEPTH = 50;

interface Inherited {
  readonly name: string;
  readonly type: string;
  readonly flags: number;
  readonly value: PDFObject | undefined;
  readonly maxLength: number | null;
}

/** A terminal field. */
export interface Field extends Inherited {
  readonly dict: PDFDict;
}

/** Returns fields whose kids are no fields, with inherited entries (ISO 32000-2, 12.7.4). */
export function terminalFields({ catalog }: Reading): Field[] {
  const fields: Field[] = [];
  const seen = new Set<PDFDict>();
  const visit = (dict: PDFDict, above: Inherited, depth: number): void => {
    if (seen.has(dict) || depth > MAX_DEPTH) return;
    seen.add(dict);
    const own = ownEntries(dict, above);
    const kids = dictsIn(entry(dict, 'Kids')).filter((kid) => entry(kid, 'T') !== undefined);
    if (kids.length === 0) fields.push({ ...own, dict });
    for (const kid of kids) visit(kid, own, depth + 1);
  };
  const none: Inherited = { name: '', type: '', flags: 0, value: undefined, maxLength: null };
  for (const dict of dictsIn(entry(dictAt(catalog, 'AcroForm'), 'Fields'))) visit(dict, none, 0);
  return fields;
}

function ownEntries(dict: PDFDict, above: Inherited): Inherited {
  const part = wordOf(entry(dict, 'T'));
  return {
    // "the partial field names of all of its ancestors … separated by PERIOD"
    name: part === null ? above.name : above.name === '' ? part : `${above.name}.${part}`,
    type: nameOf(entry(dict, 'FT')) ?? above.type,
    flags: numberOf(entry(dict, 'Ff')) ?? above.flags,
    value: entry(dict, 'V') ?? above.value,
    maxLength: numberOf(entry(dict, 'MaxLen')) ?? above.maxLength,
  };
}

const TYPES: Readonly<Record<string, string>> = { Tx: 'text', Btn: 'button', Ch: 'choice', Sig: 'signature' };

/** Fields by name, their widgets by position, and the XFA form if there is one. */
export function fields(reading: Reading, annotations: readonly PageAnnotation[]): Item[] {
  const terminal = terminalFields(reading);
  const names = new Set(terminal.map(({ name }) => name));
  const byName = terminal.map(({ name, type, flags, value, maxLength, dict }) =>
    item({
      name,
      value: [
        TYPES[type] ?? type,
        ...(flags === 0 ? [] : [`flags ${flags}`]),
        // Signature values are compared as signatures.
        type === 'Sig' ? '' : JSON.stringify(valueText(value)),
        ...resetValue(dict),
        ...(maxLength === null ? [] : [`at most ${maxLength} characters`]),
        ...options(dict),
        ...spokenName(dict),
      ].join(' '),
    }),
  );
  return [...byName, ...widgets(annotations, names), ...calculationOrder(reading), ...xfa(reading)];
}

function valueText(value: PDFObject | undefined): string {
  if (value instanceof PDFArray) return itemsOf(value).map(valueText).join(', ');
  if (value instanceof PDFRawStream) return `data ${digestOf(value)}`;
  if (value instanceof PDFName) return stateName(value);
  return wordOf(value) ?? '';
}

/** The value to which the field is reset. */
function resetValue(field: PDFDict): string[] {
  const text = valueText(entry(field, 'DV'));
  return text === '' ? [] : [`reset to ${JSON.stringify(text)}`];
}

/** Choices of a field. */
function options(field: PDFDict): string[] {
  const texts = itemsOf(entry(field, 'Opt')).map(valueText);
  return texts.length === 0 ? [] : [`of ${JSON.stringify(texts)}`];
}

/** The name that screen readers say. */
function spokenName(field: PDFDict): string[] {
  const text = textOf(entry(field, 'TU'));
  return text === null || text === '' ? [] : [`called ${JSON.stringify(text)}`];
}

/** Fields in the order in which their values are calculated (table 224). */
function calculationOrder({ catalog }: Reading): Item[] {
  const order = dictsIn(entry(dictAt(catalog, 'AcroForm'), 'CO'));
  return order.length === 0
    ? []
    : [item({ name: 'calculation order', value: order.map(fieldName).join(', ') })];
}

/** Widgets of fields; some are on a page but in no list of fields. */
function widgets(annotations: readonly PageAnnotation[], fields: ReadonlySet<string>): Item[] {
  return annotations
    .filter(({ type }) => type === 'Widget')
    .map(({ dict, page, on }) => {
      const field = fieldName(dict);
      const part = fields.has(field) ? { partOf: field } : {};
      return item({
        name: `${field} on the page`,
        ...part,
        value: stateOf(dict),
        page,
        place: rectPlace(dict, on.view),
      });
    });
}

/** The states and caption of a button, its displayed state, and whether the widget is displayed and printed. */
function stateOf(widget: PDFDict): string {
  const name = entry(widget, 'AS');
  const state = name instanceof PDFName ? stateName(name) : null;
  const normal = dictAt(dictAt(widget, 'AP'), 'N');
  const offered = (normal?.keys() ?? []).map(stateName).filter((other) => other !== 'Off');
  const caption = textOf(entry(dictAt(widget, 'MK'), 'CA'));
  return [
    state === null || state === 'Off' ? '' : `state ${state}`,
    offered.length === 0 ? '' : `for ${offered.sort().join(', ')}`,
    caption === null ? '' : `called ${JSON.stringify(caption)}`,
    ...seenWords(widget),
  ]
    .filter((word) => word !== '')
    .join(', ');
}

/** The name of a button's state. Some forms escape it twice, and qpdf leaves one escape of `#23e0`. */
function stateName(name: PDFName): string {
  return nameText(name).replace(/#([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

export function fieldName(widget: PDFDict): string {
  const parts: string[] = [];
  let dict: PDFDict | undefined = widget;
  for (let depth = 0; dict !== undefined && depth < MAX_DEPTH; depth += 1) {
    const part = wordOf(entry(dict, 'T'));
    if (part !== null) parts.unshift(part);
    dict = dictAt(dict, 'Parent');
  }
  return parts.join('.');
}

function xfa({ catalog }: Reading): Item[] {
  const form = entry(dictAt(catalog, 'AcroForm'), 'XFA');
  const packets = form instanceof PDFRawStream ? [form] : itemsOf(form);
  return packets.flatMap((packet) =>
    packet instanceof PDFRawStream ? [item({ name: 'XFA form', value: digestOf(packet) })] : [],
  );
}
