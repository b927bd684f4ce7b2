/** The source of a document, as its client names it. */
export type Input =
  /** Id of a file of the same key. */
  | { readonly upload: string }
  | {
      readonly url: string;
      readonly sha256?: string | undefined;
      readonly maxBytes?: number | undefined;
    }
  | { readonly s3: string; readonly ifMatch?: string | undefined };

/** The destination of its result; without one it is kept for download. */
export type Output =
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> | undefined }
  | { readonly s3: string };

/** An input outside of the store, as its row keeps it: an address without its query. */
export type RemoteInput = Exclude<Input, { readonly upload: string }>;
/** The same of an output. */
export type RemoteOutput = { readonly url: string } | { readonly s3: string };

/** An address without what may sign it. */
export function shownAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

export function shownInput(input: RemoteInput): RemoteInput {
  return 'url' in input ? { ...input, url: shownAddress(input.url) } : input;
}

export function shownOutput(output: Output): RemoteOutput {
  return 'url' in output ? { url: shownAddress(output.url) } : output;
}
