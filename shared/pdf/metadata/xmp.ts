/**
 * XMP (ISO 16684-1) reduced to what says which standard a file follows: the identification of PDF/A, PDF/UA, PDF/X,
 * PDF/VT and of electronic invoices, with the extension schemas that PDF/A demands for them (ISO 19005-1, 6.7.8).
 */
import { childElements, findElements, type XmlElement } from './xml-elements.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
const PDF_UA = 'http://www.aiim.org/pdfua/ns/id/';
const EXTENSION = 'http://www.aiim.org/pdfa/ns/extension/';
const IDENTIFYING: ReadonlySet<string> = new Set([
  'http://www.aiim.org/pdfa/ns/id/',
  PDF_UA,
  'http://www.npes.org/pdfx/ns/id/',
  'http://www.npes.org/pdfvt/ns/id/',
  'http://www.aiim.org/pdfe/ns/id/',
]);
/** Factur-X, ZUGFeRD and their kin: a program finds the attached invoice by these. */
const INVOICE = /^urn:(?:factur-x|zugferd|ferd):/;

interface Property {
  readonly uri: string;
  readonly local: string;
  /** As an element. */
  readonly text: string;
}

/**
 * A packet of the identification alone; null when `xmp` identifies nothing, `unreadable` when it cannot be taken
 * apart with certainty. With PDF/UA the title stays too, which it requires (ISO 14289-1, 7.1).
 */
export function identificationPacket(xmp: string): string | 'unreadable' | null {
  const prefixes = declaredPrefixes(xmp);
  const properties = prefixes === null ? null : allProperties(xmp, prefixes);
  if (prefixes === null || properties === null) return 'unreadable';

  const identifying = properties.filter(({ uri }) => IDENTIFYING.has(uri) || INVOICE.test(uri));
  if (identifying.length === 0) return null;
  const kept = identifying.map(({ text }) => text);
  if (identifying.some(({ uri }) => uri === PDF_UA)) {
    const title = properties.find(({ uri, local }) => uri === DUBLIN_CORE && local === 'title');
    if (title !== undefined) kept.push(title.text);
  }
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
  for (const [, prefix, double, single] of xmp.matchAll(/\sxmlns:([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const uri = double ?? single;
    if ((prefixes.get(prefix) ?? uri) !== uri) return null;
    prefixes.set(prefix, uri);
  }
  return prefixes.get('rdf') === RDF ? prefixes : null;
}

/** The properties of every rdf:Description, those written as attributes too (ISO 16684-1, 7.9.2.2). */
function allProperties(xmp: string, prefixes: ReadonlyMap<string, string>): Property[] | null {
  const roots = findElements(xmp, 'rdf:RDF');
  if (roots?.length !== 1) return null;
  const properties: Property[] = [];
  for (const description of childElements(roots[0].inner) ?? []) {
    if (description.name !== 'rdf:Description') return null;
    for (const [name, value] of description.attributes) {
      if (name.startsWith('xmlns') || name === 'rdf:about') continue;
      properties.push({ ...split(name, prefixes), text: `<${name}>${value}</${name}>` });
    }
    const children = childElements(description.inner);
    if (children === null) return null;
    for (const child of children) properties.push({ ...split(child.name, prefixes), text: child.outer });
  }
  return properties;
}

function split(name: string, prefixes: ReadonlyMap<string, string>): { uri: string; local: string } {
  const [prefix, local = ''] = name.split(':');
  return { uri: prefixes.get(prefix) ?? '', local };
}

/** The extension schemas of the namespaces that stay; empty when there are none, null when they cannot be read. */
function neededSchemas(schemas: string, uris: ReadonlySet<string>): string | null {
  const [element] = childElements(schemas) ?? [];
  const [bag] = element === undefined ? [] : (childElements(element.inner) ?? []);
  const items = bag === undefined ? null : childElements(bag.inner);
  if (items === null) return null;
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
