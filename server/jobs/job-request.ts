import { createHash } from 'node:crypto';
// Before any schema of the core is made: it gives each the method that the OpenAPI document is made with.
import { z } from '@hono/zod-openapi';
import {
  type CompressOptions,
  OPTION_NAMES,
  OPTION_SET_NAMES,
  OPTION_SETS,
  type OptionSetName,
} from '../../shared/index.ts';
import { compressOptionsSchema } from '../../shared/options-schema.ts';
import { EVENT_TYPES } from './hooks/outbox.ts';
import { expandOutput } from './places/output-template.ts';
import { shownInput, shownOutput } from './places/places.ts';
import type { WantedDocument } from './wanted-job.ts';

export const MAX_DOCUMENTS = 10_000;
/** The body of one call. */
export const MAX_JOB_BYTES = 8 * 1024 * 1024;
export const KEEP_HOURS = { least: 1, most: 168 } as const;
const MAX_LABELS = 16;
const MAX_ADDRESS = 4096;
/** Headers of a presigned PUT. */
const MAX_HEADERS = 20;
/** Defaults that the API's options are documented with. */
const DEFAULT_SET: OptionSetName = 'api';

/** Options of which those that are not given stay open: each has its default only once all are put together. */
export const givenOptionsSchema = z.strictObject({
  // Each name has its own schema, without its default.
  ...(Object.fromEntries(
    OPTION_NAMES.map((name) => [name, compressOptionsSchema.shape[name].unwrap().optional()]),
  ) as { [Name in keyof CompressOptions]: z.ZodOptional<z.ZodType<CompressOptions[Name]>> }),
  preset: z.enum(OPTION_SET_NAMES).optional(),
});

const address = z.string().max(MAX_ADDRESS);

const inputSchema = z.union(
  [
    z.strictObject({ upload: z.string().max(64) }),
    z.strictObject({
      url: address,
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      maxBytes: z.int().min(1).optional(),
    }),
    z.strictObject({ s3: address, ifMatch: z.string().max(200).optional() }),
  ],
  { error: 'must have one of upload, url and s3, and only the fields that belong to it.' },
);

const outputSchema = z.union(
  [
    z.strictObject({
      url: address,
      headers: z
        .record(z.string().regex(/^[\w-]{1,100}$/), z.string().regex(/^[\t\x20-\x7e]{0,1000}$/))
        .refine(
          (headers) => Object.keys(headers).length <= MAX_HEADERS,
          `has more than ${MAX_HEADERS} headers.`,
        )
        .optional(),
    }),
    z.strictObject({ s3: address }),
  ],
  { error: 'must have one of url and s3, and only the fields that belong to it.' },
);

export const jobRequestSchema = z.strictObject({
  documents: z
    .array(
      z.strictObject({
        ref: z.string().min(1).max(200).optional(),
        input: inputSchema,
        output: outputSchema.optional(),
        options: givenOptionsSchema.optional(),
        password: z.string().max(1024).optional(),
      }),
    )
    .min(1)
    .max(MAX_DOCUMENTS)
    .refine(hasUniqueRefs, 'has two documents with the same ref.'),
  options: givenOptionsSchema.optional(),
  /** For documents without their own output. */
  output: z.strictObject({ s3: address }).optional(),
  keepHours: z.int().min(KEEP_HOURS.least).max(KEEP_HOURS.most).optional(),
  failAfter: z
    .strictObject({
      failed: z.number().gt(0).max(1),
      atLeast: z.int().min(1).max(MAX_DOCUMENTS).default(100),
    })
    .optional(),
  webhook: z
    .strictObject({ id: z.string().max(64), events: z.array(z.enum(EVENT_TYPES)).min(1).optional() })
    .optional(),
  labels: z
    .record(z.string().min(1).max(100), z.string().max(100))
    .refine((labels) => Object.keys(labels).length <= MAX_LABELS, `has more than ${MAX_LABELS} labels.`)
    .optional(),
});

export type JobRequest = z.output<typeof jobRequestSchema>;

/** The documents with all their options: a document's own before those of the job, and those before the preset's. */
export function wantedDocuments({
  documents,
  options = {},
  output: template,
}: JobRequest): readonly WantedDocument[] {
  return documents.map(({ ref, input, output: ownOutput, options: own = {}, password }, n) => {
    const templated = template === undefined ? undefined : expandOutput(template.s3, { n, ref, input });
    const { preset = DEFAULT_SET, ...given } = { ...options, ...definedOf(own) };
    const all = { ...OPTION_SETS[preset], ...definedOf(given) };
    return { ref, input, output: ownOutput ?? templated, options: all, password };
  });
}

/** The request without signatures: a client that repeats a call may sign its addresses anew. */
export function fingerprintOfRequest(request: JobRequest): string {
  const documents = request.documents.map(({ input, output, ...rest }) => ({
    ...rest,
    input: 'upload' in input || !isAddress(input) ? input : shownInput(input),
    output: output === undefined || !isAddress(output) ? output : shownOutput(output),
  }));
  return createHash('sha256')
    .update(JSON.stringify({ ...request, documents }))
    .digest('hex');
}

/** False for an address that is refused later. */
function isAddress(place: { readonly url: string } | { readonly s3: string }): boolean {
  return 's3' in place || URL.canParse(place.url);
}

/** `undefined` would hide what it is spread over. */
function definedOf<Given extends object>(
  given: Given,
): { [Name in keyof Given]: Exclude<Given[Name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}

function hasUniqueRefs(documents: readonly { readonly ref?: string | undefined }[]): boolean {
  const refs = documents.flatMap(({ ref }) => ref ?? []);
  return new Set(refs).size === refs.length;
}
