import { type CompressReport, partName } from '../../shared/index.ts';
import { separatedParts } from '../../shared/split/joined-parts.ts';
import { resultFileName, zipName } from '../http/response/attachment.ts';
import { piecesOf, type ResponseFile } from '../http/response/response-file.ts';
import { storedZip } from '../http/response/stored-zip.ts';

/**
 * The PDF, or a ZIP with its parts.
 *
 * @param sentName as the client named its document
 */
export function resultFile(
  sentName: string | undefined,
  bytes: Uint8Array<ArrayBuffer>,
  { parts, unchanged }: CompressReport,
): ResponseFile {
  const name = resultFileName(sentName, unchanged);
  if (parts === undefined) {
    const byteLength = bytes.length;
    return { name, mediaType: 'application/pdf', byteLength, pieces: () => piecesOf(bytes) };
  }
  const entries = separatedParts(bytes, parts).map((part, index) => ({
    name: partName(name, index + 1, parts.length),
    bytes: part,
  }));
  return storedZip(zipName(name), entries);
}
