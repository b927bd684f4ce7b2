const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 };

/** Parses `90`, `0.5`, `90s`, `10m`, `1h`. Returns a sentence if it is invalid. */
export function parseSeconds(text: string, flag = '--timeout'): number | string {
  const [, number, unit = ''] = /^(\d{1,7}(?:\.\d{1,3})?)(?: ?([smh])(?:in)?)?$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * SECONDS[unit]!;
  return `${flag} must be a time such as 90s, 10m or 1h, not "${text}".`;
}
