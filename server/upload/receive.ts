import Busboy, { type BusboyInstance } from '@fastify/busboy';
import { type FieldFault, ProblemError } from '../problem.ts';
import { createDocumentBuffer, type DocumentBuffer } from './document-buffer.ts';

export interface Upload {
  /** Text fields in the order they came, names repeated where they were. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly document?: ReceivedDocument;
  /** What is wrong with the parts themselves; their values are judged later, all at once. */
  readonly faults: readonly FieldFault[];
}

export interface ReceivedDocument {
  /** As the client gave it: never to be trusted. */
  readonly fileName: string | undefined;
  readonly buffer: ArrayBuffer;
  readonly byteLength: number;
}

/** The field that holds the document. */
export const FILE_FIELD = 'file';

/** What a form may weigh beyond its document: boundaries, part headers, options. */
const FORM_BYTES = 64 * 1024;
/** Far more than any option or password needs. */
const MAX_FIELD_BYTES = 1024;
const MAX_PARTS = 64;
const MAX_PART_HEADERS = 16;
const MAX_PART_HEADER_BYTES = 8 * 1024;

/**
 * Reads a `multipart/form-data` request. The document goes straight into one buffer, and the limit holds at every
 * moment: by `Content-Length` before anything is read, else while streaming. The request's body is left readable, so
 * that the rest of a refused upload can be discarded.
 *
 * @param onWelcome called once the headers are found good, before the body is read.
 * @throws ProblemError `unsupported_media_type`, `malformed_multipart` or `too_large`.
 */
export async function receiveUpload(
  request: Request,
  limitBytes: number,
  onWelcome: () => void = () => {},
): Promise<Upload> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new ProblemError({ code: 'unsupported_media_type' });
  }
  const contentLength = contentLengthOf(request);
  if (contentLength !== undefined && contentLength > limitBytes + FORM_BYTES) throw tooLarge(limitBytes);

  const form = createFormReader(contentType, createDocumentBuffer(contentLength, limitBytes), limitBytes);
  onWelcome();
  if (request.body !== null) await pour(request.body, form, limitBytes);
  return form.end();
}

function contentLengthOf(request: Request): number | undefined {
  const text = request.headers.get('content-length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

function tooLarge(limitBytes: number): ProblemError {
  return new ProblemError({ code: 'too_large', limitBytes });
}

async function pour(body: ReadableStream<Uint8Array>, form: FormReader, limitBytes: number): Promise<void> {
  const reader = body.getReader();
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ProblemError({ code: 'malformed_multipart', reason: 'cut-short' }, { cause });
      });
      if (done) return;
      received += value.length;
      if (received > limitBytes + FORM_BYTES) throw tooLarge(limitBytes);
      await form.write(value);
    }
  } finally {
    reader.releaseLock();
  }
}

interface FormReader {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<Upload>;
}

function createFormReader(contentType: string, document: DocumentBuffer, limitBytes: number): FormReader {
  const parser = createParser(contentType);
  const fields: { name: string; value: string }[] = [];
  const faults: FieldFault[] = [];
  let file: { readonly name: string | undefined } | undefined;
  let failure: ProblemError | undefined;
  let wake = () => {};

  const fail = (problem: ProblemError) => {
    failure ??= problem;
    wake();
  };

  parser.on('file', (name, stream, fileName) => {
    // A cut-off form errors its open part as well; the parser's own error tells of it.
    stream.on('error', () => undefined);
    if (name !== FILE_FIELD || file !== undefined) {
      faults.push(strayFile(name));
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
    async write(bytes) {
      if (failure === undefined && !parser.write(bytes)) await nextEvent();
      if (failure !== undefined) throw failure;
    },
    async end() {
      parser.end();
      while (!finished && failure === undefined) await nextEvent();
      if (failure !== undefined) throw failure;
      // A browser sends an empty part without a name where no file was chosen.
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
      // The document counts as one even where a client sends it without a file name.
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

function strayFile(name: string | undefined): FieldFault {
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
