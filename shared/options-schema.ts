import { z } from 'zod';
import { type CompressOptions, OPTION_SPECS, type OptionName, type OptionSpec } from './options.ts';

type SchemaOf<Name extends OptionName> = z.ZodDefault<
  z.ZodType<CompressOptions[Name], CompressOptions[Name]>
>;

/** The options as a zod schema, for hosts that describe or check values other than texts. */
export const compressOptionsSchema = z.strictObject(
  // One entry per name, with the schema of its kind.
  Object.fromEntries(Object.entries(OPTION_SPECS).map(([name, fact]) => [name, schemaOf(fact)])) as {
    [Name in OptionName]: SchemaOf<Name>;
  },
);

function schemaOf(fact: OptionSpec): z.ZodType {
  switch (fact.kind) {
    case 'integer':
      return z.number().int().min(fact.min).max(fact.max).default(fact.default);
    case 'choice':
      return z.enum(fact.words).default(fact.default);
    case 'boolean':
      return z.boolean().default(fact.default);
  }
}
