/** Texts of the element, with the placeholders `{name}`, `{before}`, `{after}`, `{size}`, `{max}` and `{percent}`. */
export interface DropTexts {
  readonly working: string;
  readonly smaller: string;
  readonly kept: string;
  readonly locked: string;
  readonly noPdf: string;
  readonly failed: string;
  readonly tooLarge: string;
}

const EN: DropTexts = {
  working: 'Making {name} smaller: {percent} %',
  smaller: '{name} is ready: {after} instead of {before}.',
  kept: '{name} is ready: {before}.',
  locked: '{name} is locked with a password and stays as it is.',
  noPdf: '{name} is no PDF and stays as it is.',
  failed: '{name} could not be made smaller and stays as it is.',
  tooLarge: '{name} has {size}, and at most {max} can be sent.',
};

const TEXTS: Readonly<Record<string, DropTexts>> = {
  en: EN,
  de: {
    working: '{name} wird verkleinert: {percent} %',
    smaller: '{name} ist bereit: {after} statt {before}.',
    kept: '{name} ist bereit: {before}.',
    locked: '{name} ist mit einem Passwort geschützt und bleibt, wie es ist.',
    noPdf: '{name} ist keine PDF-Datei und bleibt, wie sie ist.',
    failed: '{name} konnte nicht verkleinert werden und bleibt, wie es ist.',
    tooLarge: '{name} hat {size}; gesendet werden können höchstens {max}.',
  },
  fr: {
    working: 'Réduction de {name} : {percent} %',
    smaller: '{name} est prêt : {after} au lieu de {before}.',
    kept: '{name} est prêt : {before}.',
    locked: '{name} est protégé par un mot de passe et reste tel quel.',
    noPdf: '{name} n’est pas un PDF et reste tel quel.',
    failed: '{name} n’a pas pu être réduit et reste tel quel.',
    tooLarge: '{name} fait {size}, et l’envoi est limité à {max}.',
  },
  es: {
    working: 'Reduciendo {name}: {percent} %',
    smaller: '{name} está listo: {after} en lugar de {before}.',
    kept: '{name} está listo: {before}.',
    locked: '{name} está protegido con contraseña y queda como está.',
    noPdf: '{name} no es un PDF y queda como está.',
    failed: 'No se pudo reducir {name} y queda como está.',
    tooLarge: '{name} ocupa {size}, y se pueden enviar como máximo {max}.',
  },
};

/** The texts for a language such as `de-AT`; falls back to English. */
export function textsFor(language: string): DropTexts {
  return TEXTS[language.toLowerCase().split('-')[0] ?? ''] ?? EN;
}

/** Fills in the placeholders. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Formats `4.2 MB` for a language. 1 MB is 1,000,000 bytes. */
export function sizeIn(language: string, bytes: number): string {
  const [unit, scale] =
    bytes >= 1_000_000 ? (['megabyte', 1_000_000] as const) : (['kilobyte', 1000] as const);
  const format = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, format).format(bytes / scale);
}
