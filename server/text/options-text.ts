import type { CompressOptions } from '../../shared/index.ts';

/** Options in the form of a query, so that they can be sent again as they are. */
export function optionsText(options: CompressOptions): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  return query.toString();
}
