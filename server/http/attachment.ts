/** The longest name that every common file system takes, with room for an ending. */
const MAX_NAME_CHARACTERS = 150;

/**
 * The name of a result: `report.pdf` becomes `report-light.pdf`, and a document that came back unchanged keeps its
 * own name. Paths and control characters of the client's name are dropped.
 */
export function resultFileName(sent: string | undefined, unchanged: boolean): string {
  const name = (sent ?? '')
    .split(/[/\\]/)
    .at(-1)!
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '')
    // Half a surrogate pair has no UTF-8.
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

/** `Content-Disposition` with a plain ASCII name and the true one (RFC 6266, 4.3 and RFC 8187). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^A-Za-z0-9 ._()-]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, percentEncoded);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
