import { describe, expect, test } from 'vitest';
import { findElements } from './xml-elements.ts';
import { identificationPacket } from './xmp.ts';

const NAMESPACES =
  'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
  'xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" xmlns:other="http://example.org/other/" ' +
  'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"';
const TITLE = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &lt;title&gt;</rdf:li></rdf:Alt></dc:title>';
const AUTHOR = '<dc:creator><rdf:Seq><rdf:li>A. Nonymous</rdf:li></rdf:Seq></dc:creator>';

function xmp(...descriptions: readonly string[]): string {
  return (
    '<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${descriptions.join('\n')}</rdf:RDF></x:xmpmeta>`
  );
}

function description(inner: string, attributes = ''): string {
  return `<rdf:Description rdf:about="" ${NAMESPACES} ${attributes}>${inner}</rdf:Description>`;
}

describe('identificationPacket', () => {
  test('keeps the identification and drops author, title and tool', () => {
    const packet = identificationPacket(
      xmp(
        description(TITLE + AUTHOR, 'xmp:CreatorTool="Tool"'),
        description('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>'),
      ),
    );
    expect(packet).toContain('<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>B</pdfaid:conformance>');
    expect(packet).toContain('xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"');
    expect(packet).not.toMatch(/Nonymous|title|Tool/);
  });

  test('reads properties that are written as attributes', () => {
    const packet = identificationPacket(
      xmp(description('', 'pdfaid:part="1" pdfaid:conformance="A" xmp:CreatorTool="T"')),
    );
    expect(packet).toContain('<pdfaid:part>1</pdfaid:part>');
    expect(packet).not.toContain('CreatorTool');
  });

  test('keeps the title of a PDF/UA, which must have one', () => {
    const packet = identificationPacket(xmp(description(`${TITLE}${AUTHOR}<pdfuaid:part>1</pdfuaid:part>`)));
    expect(packet).toContain(TITLE);
    expect(packet).not.toContain('Nonymous');
  });

  test('keeps what names an invoice, with its extension schema and without other schemas', () => {
    const schema = (uri: string) =>
      `<rdf:li rdf:parseType="Resource"><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI></rdf:li>`;
    const schemas = `<pdfaExtension:schemas><rdf:Bag>${schema('urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#')}${schema('http://example.org/other/')}</rdf:Bag></pdfaExtension:schemas>`;
    const packet = identificationPacket(
      xmp(
        description(
          `<pdfaid:part>3</pdfaid:part><fx:DocumentType>INVOICE</fx:DocumentType><other:Thing>x</other:Thing>${schemas}`,
        ),
      ),
    );
    expect(packet).toContain('<fx:DocumentType>INVOICE</fx:DocumentType>');
    expect(packet).toContain('urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema');
    expect(packet).not.toContain('example.org');
  });

  test('is itself a packet that reads the same again', () => {
    const packet = identificationPacket(xmp(description('<pdfaid:part>2</pdfaid:part>')));
    expect(identificationPacket(String(packet))).toBe(packet);
  });

  test('nothing identified is nothing kept', () => {
    expect(identificationPacket(xmp(description(TITLE)))).toBeNull();
  });

  test.each([
    ['no XML', 'hello'],
    ['tags that do not match', xmp(description('<pdfaid:part>1</dc:part>'))],
    ['no RDF', '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'],
    [
      'a prefix with two meanings',
      xmp(
        description('<pdfaid:part>1</pdfaid:part>'),
        '<rdf:Description xmlns:pdfaid="http://example.org/"/>',
      ),
    ],
  ])('%s is not taken apart', (_, text) => {
    expect(identificationPacket(text)).toBe('unreadable');
  });
});

describe('findElements', () => {
  test('passes over comments, instructions and character data', () => {
    const xml = '<a><!-- <b>no</b> --><?b no?><![CDATA[<b>no</b>]]><b x="1>0" y=\'2\'>yes</b><b/></a>';
    const found = findElements(xml, 'b');
    expect(found?.map(({ inner }) => inner)).toEqual(['yes', '']);
    expect(found![0]!.attributes).toEqual(
      new Map([
        ['x', '1>0'],
        ['y', '2'],
      ]),
    );
  });

  test.each([
    ['an unclosed quote, many times', '<a b="'.repeat(200_000)],
    ['comments without end', '<!--'.repeat(200_000)],
    ['elements without end', '<a>'.repeat(200_000)],
    ['elements far too deep', '<a>'.repeat(1000) + '</a>'.repeat(1000)],
  ])('%s is refused in time that grows with its length', (_, xml) => {
    expect(findElements(xml, 'b')).toBeNull();
  });
});
