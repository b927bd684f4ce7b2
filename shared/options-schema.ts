import { z } from 'zod';
import { OPTION_FACTS, type OptionName } from './options.ts';

type SchemaOf<Name extends OptionName> = (typeof OPTION_FACTS)[Name]['kind'] extends 'integer'
  ? z.ZodDefault<z.ZodNumber>
  : z.ZodDefault<z.ZodBoolean>;

/** The same options as a zod schema, for hosts that describe or check values which are no texts. */
export const compressOptionsSchema = z.strictObject(
  // One entry per name, each of its fact's kind.
  Object.fromEntries(
    Object.entries(OPTION_FACTS).map(([name, fact]) => [
      name,
      fact.kind === 'integer'
        ? z.number().int().min(fact.min).max(fact.max).default(fact.default)
        : z.boolean().default(fact.default),
    ]),
  ) as { [Name in OptionName]: SchemaOf<Name> },
);
