/** The longest name that every common file system accepts, with room for an extension. */
const MAX_NAME_CHARACTERS = 150;

/**
 * The name of a result: `report.pdf` becomes `report-light.pdf`; an unchanged document keeps its name. Paths and
 * control characters in the client's name are dropped.
 */
export function resultFileName(sent: string | undefined, unchanged: boolean): string {
  const name = (sent ?? '')
    .split(/[/\\]/)
    .at(-1)!
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '')
    // A lone surrogate has no UTF-8 encoding.
    .replace(/\p{Surrogate}/gu, '')
    .replace(/\.pdf$/i, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const stem = [...name].slice(0, MAX_NAME_CHARACTERS).join('') || 'document';
  return unchanged ? `${stem}.pdf` : `${stem}-light.pdf`;
}

/** The name of a ZIP with the parts of a result. */
export function zipName(resultName: string): string {
  return resultName.replace(/\.pdf$/i, '.zip');
}

/** `Content-Disposition` with an ASCII fallback and the real name (RFC 6266, 4.3 and RFC 8187). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^A-Za-z0-9 ._()-]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, percentEncoded);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
