import { appendAll } from '../../lists.ts';
/** Just enough XML to take elements out of a packet whole: no entities are resolved, nothing is validated. */

export interface XmlElement {
  /** Name with its prefix, as written. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The element as written, tags included. */
  readonly outer: string;
  /** The content between its tags. */
  readonly inner: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly innerStart: number;
}

/** RDF needs ten levels; a file made to be deep must not cost more than its length. */
const MAX_DEPTH = 64;
/** Markup other than elements: its start and end. */
const PASSED_OVER: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];
/** A tag; "<" is not permitted in attribute values either, so a broken one fails at the next tag. */
const TAG = /<(?:\/([^\s<>]+)\s*|([^\s/<>]+)((?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*')*)(\/?))>/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The outermost elements of `xml`, in order; null when its tags do not match. */
export function childElements(xml: string): readonly XmlElement[] | null {
  const children: XmlElement[] = [];
  const open: OpenElement[] = [];
  const close = (element: OpenElement, innerEnd: number, end: number): void => {
    if (open.length > 0) return;
    const { name, attributes, start, innerStart } = element;
    children.push({ name, attributes, outer: xml.slice(start, end), inner: xml.slice(innerStart, innerEnd) });
  };
  for (let at = xml.indexOf('<'), end = 0; at >= 0; at = xml.indexOf('<', end)) {
    const passedOver = PASSED_OVER.find(([start]) => xml.startsWith(start, at));
    if (passedOver !== undefined) {
      end = xml.indexOf(passedOver[1], at) + passedOver[1].length;
      if (end <= at) return null;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(xml);
    if (tag === null) return null;
    const [text, closing, opening = '', attributes = '', empty] = tag;
    end = at + text.length;
    if (closing !== undefined) {
      const element = open.pop();
      if (element?.name !== closing) return null;
      close(element, at, end);
      continue;
    }
    const element = { name: opening, attributes: attributesOf(attributes), start: at, innerStart: end };
    if (empty === '/') close(element, end, end);
    else open.push(element);
  }
  return open.length === 0 ? children : null;
}

/** Every element of this name anywhere in `xml`, outermost first; null when tags do not match. */
export function findElements(xml: string, name: string, depth = 0): readonly XmlElement[] | null {
  const children = depth < MAX_DEPTH ? childElements(xml) : null;
  if (children === null) return null;
  const found: XmlElement[] = [];
  for (const child of children) {
    if (child.name === name) found.push(child);
    else {
      const inside = findElements(child.inner, name, depth + 1);
      if (inside === null) return null;
      appendAll(found, inside);
    }
  }
  return found;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single = ''] of text.matchAll(ATTRIBUTE))
    attributes.set(name, double ?? single);
  return attributes;
}
