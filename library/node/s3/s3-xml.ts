/** An object in the list of a bucket. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** Without quotes. */
  readonly etag: string;
}

/** One response to ListObjectsV2. */
export interface ListPage {
  readonly objects: readonly ListedObject[];
  /** Names the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * Reads a response to ListObjectsV2 with `encoding-type=url`, which S3 services write in one form: elements without
 * attributes, text without CDATA. Returns undefined if it is none.
 */
export function readListPage(xml: string): ListPage | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml)) return undefined;
  const objects: ListedObject[] = [];
  for (const [, contents = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const [key, size, etag] = ['Key', 'Size', 'ETag'].map((name) => textOf(contents, name));
    const name = key === undefined ? undefined : decodedKey(key);
    const bytes = Number(size);
    if (name === undefined || !Number.isSafeInteger(bytes)) return undefined;
    objects.push({ key: name, bytes, etag: withoutQuotes(etag ?? '') });
  }
  const isTruncated = textOf(xml, 'IsTruncated') === 'true';
  return { objects, next: isTruncated ? textOf(xml, 'NextContinuationToken') : undefined };
}

/** The text of the first element with this name. */
export function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? undefined : unescaped(text);
}

/** An ETag as it is compared. */
export function withoutQuotes(etag: string): string {
  return etag.replaceAll('"', '');
}

export function escapedXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

/** `encoding-type=url` writes a space as a plus sign. Undefined if the key is not UTF-8. */
function decodedKey(key: string): string | undefined {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
