import { z } from 'zod';
import { compressOptionsSchema } from '../options-schema.ts';
import { RECEIPT_SCHEMA, type Receipt } from './receipt.ts';

const count = z.number().int().min(0);
/** Words of which more may come: a receipt of a later version must still be read. */
const word = z.string();

const fileSchema = z.object({ bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const imageFormSchema = z.object({
  codec: word,
  width: count,
  height: count,
  bytes: count,
  dpi: z.number().optional(),
});

const overrideSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep') }),
  z.strictObject({ kind: z.literal('quality'), quality: compressOptionsSchema.shape.quality.unwrap() }),
]);

/** A receipt as it is written and read. Options that it does not name were not there yet: their defaults hold. */
export const receiptSchema = z.object({
  schema: z.literal(RECEIPT_SCHEMA),
  engine: z.object({ name: z.literal('pagelight'), version: z.string().max(100) }),
  input: fileSchema,
  output: fileSchema,
  parts: z
    .array(fileSchema.extend({ firstPage: count, lastPage: count }))
    .readonly()
    .optional(),
  unchanged: z.boolean(),
  options: compressOptionsSchema,
  imageOverrides: z.record(z.string().regex(/^[1-9]\d{0,9}$/), overrideSchema).optional(),
  passwordGiven: z.boolean(),
  document: z.object({
    pages: count,
    version: z.string(),
    signed: z.boolean(),
    encrypted: z.boolean(),
    tagged: z.boolean(),
    forms: z.boolean(),
    pdfA: z.string().optional(),
    pdfUA: z.string().optional(),
  }),
  compared: z
    .array(z.object({ kind: word, before: count, after: count, equal: z.boolean(), unsure: count }))
    .readonly()
    .nullable(),
  imagesChanged: z
    .array(
      z.object({
        object: count,
        before: imageFormSchema,
        after: imageFormSchema,
        strips: count.optional(),
        cropped: z.object({ width: count, height: count }).optional(),
        moved: z.object({ pixels: count, longestRun: count }).optional(),
      }),
    )
    .readonly(),
  imagesKept: count,
  profilesChanged: z
    .array(z.object({ object: count, before: count, after: count }))
    .readonly()
    .optional(),
  warnings: z.array(word).readonly(),
});

/** What is written is what the schema says; the compiler holds it. */
true satisfies Receipt extends z.infer<typeof receiptSchema> ? true : never;
