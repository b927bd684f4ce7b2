/** One sentence per plural form of a language (`Intl.PluralRules`). */
export type Forms = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** The shape of a catalog in any language. */
export type CatalogOf<Words> = Words extends string
  ? string
  : Words extends { readonly one: string; readonly other: string }
    ? Forms
    : Words extends readonly unknown[]
      ? readonly CatalogOf<Words[number]>[]
      : { readonly [Name in keyof Words]: CatalogOf<Words[Name]> };
