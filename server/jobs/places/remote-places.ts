import { createHash } from 'node:crypto';
import type { JobDocumentRow } from '../../db/schema.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundRefused } from '../../outbound/outbound-refused.ts';
import { ProblemError } from '../../problem.ts';
import type { Buckets } from '../../store/buckets.ts';
import { type DocumentSecrets, remoteInputOf, remoteOutputOf } from './document-secrets.ts';
import type { Input, Output } from './places.ts';
import { inputProblem, outputProblem } from './remote-problem.ts';

/** Inputs and outputs outside of the store. */
export interface RemotePlaces {
  /** Checks addresses without a request. @throws OutboundRefused */
  check(place: Input | Output, use: 'read' | 'write'): void;
  /**
   * Reads the document's input.
   *
   * @param grow called with the size of each piece; false: no memory for it now
   * @throws ProblemError
   */
  read(
    document: JobDocumentRow,
    secrets: DocumentSecrets,
    limits: { readonly grow: (bytes: number) => boolean; readonly signal: AbortSignal },
  ): Promise<Buffer<ArrayBuffer>>;
  /**
   * Writes the document's result. A second try writes the same bytes.
   *
   * @throws ProblemError
   */
  write(
    document: JobDocumentRow,
    secrets: DocumentSecrets,
    result: { readonly body: Uint8Array; readonly mediaType: string; readonly signal: AbortSignal },
  ): Promise<void>;
}

/** @param maxBytes of a document */
export function createRemotePlaces(outbound: Outbound, buckets: Buckets, maxBytes: number): RemotePlaces {
  return {
    check(place, use) {
      if ('url' in place) outbound.check(place.url);
      if ('s3' in place) buckets.check(place.s3, use);
    },
    async read(document, secrets, limits) {
      const input = remoteInputOf(document);
      if (input === undefined) throw new Error('The input is in the store.');
      const most = 'url' in input ? Math.min(input.maxBytes ?? maxBytes, maxBytes) : maxBytes;
      const all = { ...limits, maxBytes: most };
      const bytes = await told(
        () =>
          'url' in input
            ? outbound.get(secrets.inputUrl ?? '', all)
            : buckets.get(input.s3, { ...all, ifMatch: input.ifMatch }),
        (error) => inputProblem(error, most),
      );
      if ('url' in input && input.sha256 !== undefined && sha256Of(bytes) !== input.sha256)
        throw new ProblemError({ code: 'input_changed', reason: 'sha256' });
      return bytes;
    },
    async write(document, { outputUrl = '', outputHeaders = {} }, { body, mediaType, signal }) {
      const output = remoteOutputOf(document);
      if (output === undefined) throw new Error('The result stays in the store.');
      const headers = { 'content-type': mediaType, ...lowerCased(outputHeaders) };
      await told(
        () =>
          'url' in output
            ? outbound.put(outputUrl, { body, headers, signal })
            : buckets.put(output.s3, { body, mediaType, signal }),
        outputProblem,
      );
    },
  };
}

async function told<Result>(
  request: () => Promise<Result>,
  problemOf: (error: OutboundRefused) => ConstructorParameters<typeof ProblemError>[0],
): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof OutboundRefused) throw new ProblemError(problemOf(error));
    throw error;
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
