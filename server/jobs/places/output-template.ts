import type { Input, Output } from './places.ts';

/** A placeholder for a part of a document's own name. */
const PLACEHOLDER = /\{(\w+)\}/g;

interface Named {
  readonly n: number;
  readonly ref: string | undefined;
  readonly input: Input;
}

/**
 * The output of one document by the job's template: `{key}` is the key of its input in a bucket, `{name}` the last part of that,
 * `{ref}` and `{n}` are the document's. An unknown or missing one stays as it is, and is refused then as part of a key.
 */
export function expandOutput(template: string, { n, ref, input }: Named): Output {
  const key = 's3' in input ? input.s3.replace(/^s3:\/\/[^/]*\//, '') : undefined;
  const parts: Readonly<Record<string, string | undefined>> = {
    n: String(n),
    ref,
    key,
    name: (key ?? ref)?.split('/').at(-1),
  };
  return { s3: template.replace(PLACEHOLDER, (whole, name: string) => parts[name] ?? whole) };
}
