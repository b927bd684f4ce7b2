import { z } from 'zod';
import { compressOptionsSchema } from '../options-schema.ts';
import { RECEIPT_SCHEMA, type Receipt } from './receipt.ts';

const count = z.number().int().min(0);
/** Open set of words: a receipt of a later version must stay readable. */
const word = z.string();

const fileSchema = z.object({ size: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const imageFormSchema = z.object({
  codec: word,
  width: count,
  height: count,
  size: count,
  dpi: z.number().optional(),
});

const overrideSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep') }),
  z.strictObject({ kind: z.literal('quality'), quality: compressOptionsSchema.shape.quality.unwrap() }),
]);

/** Schema of a receipt. Missing options did not exist when it was issued and have their defaults. */
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
  passwordUsed: z.boolean(),
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
    .array(z.object({ kind: word, before: count, after: count, equal: z.boolean(), notCompared: count }))
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
  imagesUnchanged: count,
  profilesChanged: z
    .array(z.object({ object: count, before: count, after: count }))
    .readonly()
    .optional(),
  warnings: z.array(word).readonly(),
});

/** Type check: `Receipt` matches the schema. */
true satisfies Receipt extends z.infer<typeof receiptSchema> ? true : never;
