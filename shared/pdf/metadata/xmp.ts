/**
 * XMP (ISO 16684-1) reduced to what says which standard a file follows (`standards.ts`) and that it is an electronic
 * invoice, with the extension schemas that PDF/A demands for them (ISO 19005-1, 6.7.8).
 */
import { type Claim, claimOf, claimsByName, isIdentifying, keptProperties } from './standards.ts';
import { childElements, findElements, type XmlElement } from './xml-elements.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const EXTENSION = 'http://www.aiim.org/pdfa/ns/extension/';
/** Factur-X, ZUGFeRD and their kin: a program finds the attached invoice by these. */
const INVOICE = /^urn:(?:factur-x|zugferd|ferd):/;

interface XmpProperty {
  readonly uri: string;
  readonly local: string;
  /** As an element. */
  readonly text: string;
  /** Without markup and space around it. */
  readonly value: string;
}

/** Returns the standards that XMP claims. */
export function xmpClaims(xmp: string): readonly Claim[] {
  const prefixes = declaredPrefixes(xmp);
  const properties = prefixes === null ? null : allProperties(xmp, prefixes);
  if (properties === null) return claimsByName(xmp, xmpProperty);
  return properties.flatMap(({ uri, local, value }) => claimOf({ uri, local }, value) ?? []);
}

/** Reads a simple property, stored as an element or an attribute (ISO 16684-1, 7.4 and 7.9.2.2). */
export function xmpProperty(xmp: string, name: string): string | undefined {
  // An attribute contains no "<" (XML 1.0, 2.3), so that an unclosed tag costs no scan beyond the next one.
  const element = new RegExp(`<${name}(?:\\s[^<>]*)?>\\s*([^<\\s]+)\\s*</${name}>`).exec(xmp);
  const attribute = new RegExp(`\\s${name}\\s*=\\s*["']([^"']+)["']`).exec(xmp);
  return element?.[1] ?? attribute?.[1];
}

/**
 * A packet of the identification and of the properties that its standards require; null when `xmp` identifies
 * nothing, `unreadable` when it cannot be taken apart with certainty.
 */
export function identificationPacket(xmp: string): string | 'unreadable' | null {
  const prefixes = declaredPrefixes(xmp);
  const properties = prefixes === null ? null : allProperties(xmp, prefixes);
  if (prefixes === null || properties === null) return 'unreadable';

  const identifying = properties.filter((property) => isIdentifying(property) || INVOICE.test(property.uri));
  if (identifying.length === 0) return null;
  const isKept = keptProperties(identifying);
  const required = properties.filter((property) => !identifying.includes(property) && isKept(property));
  const kept = [...identifying, ...required].map(({ text }) => text);
  const schemas = properties.find(({ uri, local }) => uri === EXTENSION && local === 'schemas');
  if (schemas !== undefined) {
    const needed = neededSchemas(schemas.text, new Set(identifying.map(({ uri }) => uri)));
    if (needed === null) return 'unreadable';
    if (needed !== '') kept.push(needed);
  }
  return packet(kept, prefixes);
}

/** Prefix → namespace over the whole packet; null if one prefix has two. */
function declaredPrefixes(xmp: string): ReadonlyMap<string, string> | null {
  const prefixes = new Map<string, string>();
  for (const [, prefix = '', double, single = ''] of xmp.matchAll(
    /\sxmlns:([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    const uri = double ?? single;
    if ((prefixes.get(prefix) ?? uri) !== uri) return null;
    prefixes.set(prefix, uri);
  }
  return prefixes.get('rdf') === RDF ? prefixes : null;
}

/** The properties of every rdf:Description, those written as attributes too (ISO 16684-1, 7.9.2.2). */
function allProperties(xmp: string, prefixes: ReadonlyMap<string, string>): XmpProperty[] | null {
  const roots = findElements(xmp, 'rdf:RDF');
  if (roots?.length !== 1) return null;
  const properties: XmpProperty[] = [];
  for (const description of childElements(roots[0]!.inner) ?? []) {
    if (description.name !== 'rdf:Description') return null;
    for (const [name, value] of description.attributes) {
      if (name.startsWith('xmlns') || name === 'rdf:about') continue;
      properties.push({ ...split(name, prefixes), text: `<${name}>${value}</${name}>`, value });
    }
    const children = childElements(description.inner);
    if (children === null) return null;
    for (const { name, outer, inner } of children)
      properties.push({ ...split(name, prefixes), text: outer, value: inner.replace(/<[^>]*>/g, '').trim() });
  }
  return properties;
}

function split(name: string, prefixes: ReadonlyMap<string, string>): { uri: string; local: string } {
  const [prefix = '', local = ''] = name.split(':');
  return { uri: prefixes.get(prefix) ?? '', local };
}

/** The extension schemas of the namespaces that stay; empty when there are none, null when they cannot be read. */
function neededSchemas(schemas: string, uris: ReadonlySet<string>): string | null {
  const [element] = childElements(schemas) ?? [];
  const [bag] = element === undefined ? [] : (childElements(element.inner) ?? []);
  const items = bag === undefined ? null : childElements(bag.inner);
  if (element === undefined || bag === undefined || items === null) return null;
  const needed = items.filter((item) => uris.has(schemaUri(item) ?? ''));
  if (needed.length === 0) return '';
  const list = needed.map(({ outer }) => outer).join('');
  return `<${element.name}><${bag.name}>${list}</${bag.name}></${element.name}>`;
}

function schemaUri(item: XmlElement): string | undefined {
  const element = /<[^\s>:]+:namespaceURI(?:\s[^>]*)?>\s*([^<\s]+)\s*</.exec(item.outer)?.[1];
  return element ?? /\s[^\s=:]+:namespaceURI\s*=\s*["']([^"']+)["']/.exec(item.outer)?.[1];
}

function packet(kept: readonly string[], prefixes: ReadonlyMap<string, string>): string {
  const body = kept.join('\n');
  const used = [...prefixes].filter(([prefix]) => prefix !== 'rdf' && body.includes(`${prefix}:`));
  const declarations = used.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('');
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}"><rdf:Description rdf:about=""${declarations}>\n` +
    `${body}\n</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>`
  );
}
