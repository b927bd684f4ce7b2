import Busboy, { type BusboyInstance } from '@fastify/busboy';
import { type FieldError, ProblemError } from '../problem.ts';
import { type BodyReader, FILE_FIELD, tooLarge } from './body.ts';
import type { DocumentBuffer } from './document-buffer.ts';

/** Far more than any option or password needs. */
const MAX_FIELD_BYTES = 1024;
const MAX_PARTS = 64;
const MAX_PART_HEADERS = 16;
const MAX_PART_HEADER_BYTES = 8 * 1024;

/**
 * Reads `multipart/form-data`: the part `file` goes straight into `document`, other parts are text.
 *
 * @throws ProblemError `malformed_multipart` if the Content-Type has no boundary
 */
export function createFormReader(
  contentType: string,
  document: DocumentBuffer,
  limitBytes: number,
): BodyReader {
  const parser = createParser(contentType);
  const fields: { name: string; value: string }[] = [];
  const faults: FieldError[] = [];
  let file: { readonly name: string | undefined } | undefined;
  let failure: ProblemError | undefined;
  let wake = () => {};

  const fail = (problem: ProblemError) => {
    failure ??= problem;
    wake();
  };

  parser.on('file', (name, stream, fileName) => {
    // A truncated form also fails its open part; the parser's own error reports it.
    stream.on('error', () => undefined);
    if (name !== FILE_FIELD || file !== undefined) {
      faults.push(unexpectedFile(name));
      stream.resume();
      return;
    }
    file = { name: fileName || undefined };
    stream.on('data', (bytes: Uint8Array) => {
      if (!document.append(bytes)) fail(tooLarge(limitBytes));
    });
  });
  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    if (valueCut) faults.push({ code: 'invalid_parameter', field: name ?? '', message: 'is far too long.' });
    else fields.push({ name: name ?? '', value });
  });
  parser.on('partsLimit', () =>
    fail(new ProblemError({ code: 'malformed_multipart', reason: 'too-many-parts' })),
  );
  parser.on('error', (cause) =>
    fail(new ProblemError({ code: 'malformed_multipart', reason: 'unreadable' }, { cause })),
  );
  parser.on('drain', () => wake());
  let finished = false;
  parser.on('finish', () => {
    finished = true;
    wake();
  });

  const nextEvent = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  return {
    /** Backpressure: resolves once the parser accepts more. */
    async write(bytes) {
      if (failure === undefined && !parser.write(bytes)) await nextEvent();
      if (failure !== undefined) throw failure;
    },
    async end() {
      parser.end();
      while (!finished && failure === undefined) await nextEvent();
      if (failure !== undefined) throw failure;
      // A browser sends an empty part without a name if no file was chosen.
      const chosen = file !== undefined && (file.name !== undefined || document.byteLength > 0);
      if (!chosen) return { fields, faults };
      const { byteLength } = document;
      return { fields, faults, document: { fileName: file?.name, buffer: document.take(), byteLength } };
    },
  };
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // `file` counts as a file even if a client sends it without a file name.
      isPartAFile: (name, type, fileName) =>
        name === FILE_FIELD || fileName !== undefined || type === 'application/octet-stream',
      limits: {
        parts: MAX_PARTS,
        fieldSize: MAX_FIELD_BYTES,
        headerPairs: MAX_PART_HEADERS,
        headerSize: MAX_PART_HEADER_BYTES,
      },
    });
  } catch (cause) {
    throw new ProblemError({ code: 'malformed_multipart', reason: 'no-boundary' }, { cause });
  }
}

function unexpectedFile(name: string | undefined): FieldError {
  if (name === FILE_FIELD) {
    return {
      code: 'duplicate_parameter',
      field: FILE_FIELD,
      message: 'was sent twice; send one PDF per request.',
    };
  }
  return {
    code: 'invalid_parameter',
    field: name ?? '',
    message: `holds a file; send the PDF in the field "${FILE_FIELD}" and options as text.`,
  };
}
