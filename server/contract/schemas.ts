import { z } from '@hono/zod-openapi';
import type { CompressReport, Inspection, Receipt } from '../../shared/index.ts';
import { OPTION_NAMES, OPTION_SET_NAMES } from '../../shared/index.ts';
import { compressOptionsSchema } from '../../shared/options-schema.ts';
import { receiptSchema as coreReceiptSchema } from '../../shared/receipt/receipt-schema.ts';
import { OPTION_TEXTS } from '../../shared/text/option-texts.ts';
import { CONTRACT } from '../text/contract.ts';

const count = z.number().int().min(0);
const bytes = count;

/** The core's options schema, with ranges, defaults and descriptions. */
export const optionsSchema = z
  .object(
    Object.fromEntries(
      OPTION_NAMES.map((name) => [
        name,
        compressOptionsSchema.shape[name].openapi({ description: OPTION_TEXTS[name].long }),
      ]),
    ) as typeof compressOptionsSchema.shape,
  )
  .openapi('CompressOptions');

export const presetSchema = z.enum(OPTION_SET_NAMES).openapi({ description: CONTRACT.preset });

const documentSchema = z
  .object({
    pages: count,
    version: z.string().openapi({ example: '1.7' }),
    signed: z.boolean(),
    encrypted: z.boolean(),
    tagged: z.boolean(),
    forms: z.boolean(),
    pdfA: z.string().optional().openapi({ example: '2b' }),
    pdfUA: z.string().optional(),
  })
  .openapi('DocumentFacts');

/** An open set of words: clients must accept new ones. */
const word = z.string();

const storedImage = {
  object: count,
  width: count,
  height: count,
  bitsPerComponent: count,
  colorSpace: z.string(),
  codec: word,
  size: bytes,
};

const imageSchema = z.object({
  ...storedImage,
  softMask: z.boolean(),
  dpi: z.object({ before: z.number(), after: z.number() }).optional(),
  outcome: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('replaced'),
      codec: word,
      width: count,
      height: count,
      size: bytes,
      allPixels: word.optional().openapi({ description: CONTRACT.allPixels }),
    }),
    z.object({ kind: z.literal('kept'), reason: word }),
  ]),
  jbig2: z.object({ before: word.optional(), after: word.optional() }).optional(),
});

const fontSchema = z.object({
  object: count,
  name: z.string().openapi({ description: CONTRACT.fontName }),
  format: word,
  size: bytes,
  outcome: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('replaced'),
      format: word,
      size: bytes,
      steps: z.array(word).readonly(),
      allGlyphs: word.optional().openapi({ description: CONTRACT.allGlyphs }),
    }),
    z.object({ kind: z.literal('kept'), reason: word }),
  ]),
});

export const reportSchema = z
  .object({
    inputSize: bytes,
    outputSize: bytes,
    ratio: z.number().openapi({ description: CONTRACT.ratio, example: 0.23 }),
    unchanged: z.boolean(),
    options: optionsSchema.openapi({ description: CONTRACT.reportOptions }),
    parts: z
      .array(
        z.object({
          size: bytes,
          firstPage: count,
          lastPage: count,
          bookmarks: count,
          links: count,
          removedLinks: count,
          attachments: count,
        }),
      )
      .readonly()
      .optional()
      .openapi({ description: CONTRACT.parts }),
    warnings: z
      .array(word)
      .readonly()
      .openapi({ description: CONTRACT.warnings, example: ['signed'] }),
    repairs: z.array(z.string()).readonly(),
    damage: z
      .object({ pages: z.array(z.number().int().min(1)).readonly(), missingPages: count })
      .optional()
      .openapi({ description: CONTRACT.damage, example: { pages: [11, 12], missingPages: 0 } }),
    checkFailure: z.string().optional(),
    document: documentSchema,
    passes: z
      .array(
        z.object({
          pass: word,
          items: count,
          changed: count,
          savedBytes: z.number().int(),
          skips: z.record(z.string(), count).openapi({ description: CONTRACT.skips }),
        }),
      )
      .readonly(),
    images: z.array(imageSchema).readonly(),
    jbig2: z.object({ generic: count, symbols: count }).optional().openapi({ description: CONTRACT.jbig2 }),
    fonts: z.array(fontSchema).readonly(),
  })
  .openapi('CompressReport');

const receiptFields = coreReceiptSchema.shape;

/** The core's receipt schema with descriptions. */
export const receiptSchema = coreReceiptSchema
  .extend({
    schema: receiptFields.schema.openapi({ description: CONTRACT.receiptSchema }),
    options: optionsSchema,
    passwordUsed: receiptFields.passwordUsed.openapi({ description: CONTRACT.passwordUsed }),
    compared: receiptFields.compared.openapi({ description: CONTRACT.compared }),
    imagesChanged: receiptFields.imagesChanged.openapi({ description: CONTRACT.imagesChanged }),
  })
  .openapi('Receipt', { description: CONTRACT.receipt });

export const compressAnswerSchema = z
  .object({
    report: reportSchema,
    receipt: receiptSchema,
    file: z
      .object({
        name: z.string().openapi({ example: 'report-light.pdf' }),
        mediaType: z.enum(['application/pdf', 'application/zip']),
        size: bytes,
        base64: z.string().openapi({ format: 'byte', description: CONTRACT.base64 }),
      })
      .optional(),
  })
  .openapi('CompressAnswer');

export const inspectionSchema = z
  .object({
    fileSize: bytes,
    sizes: z.record(z.string(), bytes),
    document: documentSchema,
    features: z.object({
      pdfX: z.string().optional(),
      language: z.string().optional(),
      linearized: z.boolean(),
      incrementalUpdates: count,
      brotliStreams: count,
      xfa: z.boolean(),
      portfolio: z.boolean(),
      javaScript: z.boolean(),
      pageLabels: z.boolean(),
      removedPages: count,
      layers: count,
      attachments: count,
      outlineItems: count,
      namedDestinations: count,
      annotations: count,
      links: count,
      fields: count,
    }),
    security: z
      .object({
        cipher: word,
        keyBits: count,
        revision: count,
        openedAs: word,
        permissions: z.array(word).readonly(),
      })
      .nullable(),
    pageSizes: z.array(z.object({ widthPt: z.number(), heightPt: z.number(), pages: count })).readonly(),
    images: z
      .array(
        z.object({
          ...storedImage,
          role: word,
          masked: z.boolean(),
          placed: z.object({ widthPt: z.number(), heightPt: z.number(), dpi: z.number() }).nullable(),
          pages: z.array(count).readonly(),
        }),
      )
      .readonly(),
    fonts: z
      .array(
        z.object({
          name: z.string(),
          subset: z.boolean(),
          type: z.string(),
          program: word.nullable(),
          size: bytes,
          pages: z.array(count).readonly(),
        }),
      )
      .readonly(),
    repairs: z.array(z.string()).readonly(),
    incomplete: z.boolean(),
  })
  .openapi('Inspection');

export const problemSchema = z
  .object({
    type: z.string().openapi({ example: 'urn:pagelight:problem:encrypted_pdf' }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string().openapi({ description: CONTRACT.code, example: 'encrypted_pdf' }),
    errors: z.array(z.object({ code: z.string(), field: z.string(), message: z.string() })).optional(),
    reason: z.string().optional(),
    remoteStatus: z.number().int().optional(),
    found: z.number().optional(),
    page: count.optional(),
    filter: z.string().optional().openapi({ description: CONTRACT.filter }),
    limit: z.union([z.string(), z.number()]).optional(),
    limitBytes: bytes.optional(),
    allowed: z.number().optional(),
    policy: z.string().optional(),
    retryAfterSeconds: count.optional(),
    requestId: z.string().openapi({ description: CONTRACT.requestId }),
  })
  .openapi('Problem');

/** Compile-time check that the core's types match the documented schemas. */
type Given<Value, Promised> = Value extends Promised ? true : never;
true satisfies Given<CompressReport, z.infer<typeof reportSchema>>;
true satisfies Given<Receipt, z.infer<typeof receiptSchema>>;
true satisfies Given<Inspection, z.infer<typeof inspectionSchema>>;
