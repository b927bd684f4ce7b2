import type { CompressOptions } from '../../shared/index.ts';

/** Options as a query string that can be sent again. */
export function optionsText(options: CompressOptions): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  return query.toString();
}
