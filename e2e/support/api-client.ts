import { environment } from './environment.ts';

export type FormFields = readonly (readonly [name: string, value: string | Blob, fileName?: string])[];

export interface Call {
  readonly key?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A PDF as a form field. */
export function pdf(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([bytes], { type: 'application/pdf' });
}

/** `POST /api/v1/compress` with a form, as any program would send it. */
export async function callCompress(fields: FormFields, call: Call = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, value, fileName] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName ?? 'document.pdf');
  }
  return send(form, call);
}

/** The same operation with any body. */
export async function send(body: BodyInit, call: Call = {}): Promise<Response> {
  const { baseURL } = await environment();
  const headers = new Headers(call.headers);
  if (call.key !== undefined) headers.set('Authorization', `Bearer ${call.key}`);
  return fetch(`${baseURL}${call.path ?? '/api/v1/compress'}${call.query ?? ''}`, {
    method: 'POST',
    body,
    headers,
    signal: call.signal ?? null,
  });
}

/** Parses an error response as RFC 9457 describes it. */
export async function problemOf(response: Response) {
  const body: {
    readonly code: string;
    readonly detail: string;
    readonly errors?: readonly { readonly field: string }[];
  } = await response.json();
  return {
    status: response.status,
    type: response.headers.get('content-type')?.split(';')[0],
    code: body.code,
    fields: body.errors?.map(({ field }) => field) ?? [],
  };
}
