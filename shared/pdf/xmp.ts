/** XMP reduced to what a conforming reader needs to know what the file is (ISO 19005-1, 6.7.11; ISO 14289-1, 5). */
import { xmpProperty } from './facts.ts';

/** Properties that identify a standard; their namespaces are fixed by it. */
const IDENTIFICATION: readonly {
  readonly prefix: string;
  readonly uri: string;
  readonly properties: readonly string[];
}[] = [
  {
    prefix: 'pdfaid',
    uri: 'http://www.aiim.org/pdfa/ns/id/',
    properties: ['part', 'conformance', 'rev', 'amd', 'corr'],
  },
  { prefix: 'pdfuaid', uri: 'http://www.aiim.org/pdfua/ns/id/', properties: ['part', 'rev', 'amd', 'corr'] },
  { prefix: 'pdfxid', uri: 'http://www.npes.org/pdfx/ns/id/', properties: ['GTS_PDFXVersion'] },
  {
    prefix: 'pdfvtid',
    uri: 'http://www.npes.org/pdfvt/ns/id/',
    properties: ['GTS_PDFVTVersion', 'GTS_PDFVTModDate'],
  },
];

/**
 * The identification of `xmp` alone as a packet of its own; null when it identifies nothing. With PDF/UA also the
 * title, which ISO 14289-1, 7.1 requires.
 */
export function identificationPacket(xmp: string): string | null {
  const lines: string[] = [];
  for (const { prefix, uri, properties } of IDENTIFICATION) {
    const found = properties.flatMap((name) => {
      const value = xmpProperty(xmp, `${prefix}:${name}`);
      return value === undefined ? [] : [`<${prefix}:${name}>${value}</${prefix}:${name}>`];
    });
    if (found.length > 0)
      lines.push(
        `<rdf:Description rdf:about="" xmlns:${prefix}="${uri}">${found.join('')}</rdf:Description>`,
      );
  }
  if (lines.length === 0) return null;
  const title = /<dc:title(?:\s[^>]*)?>[\s\S]*?<\/dc:title>/.exec(xmp)?.[0];
  if (title !== undefined && xmpProperty(xmp, 'pdfuaid:part') !== undefined) {
    lines.push(
      `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${title}</rdf:Description>`,
    );
  }
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n' +
    `${lines.join('\n')}\n</rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>`
  );
}
