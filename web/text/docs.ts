/** Words of the API pages that are not in the OpenAPI document. */
export const docsWords = {
  nav: {
    label: 'API docs',
    start: 'Start',
    overview: 'Overview',
    keys: 'Keys',
    endpoints: 'Endpoints',
    more: 'Good to know',
    errors: 'Errors',
    limits: 'Limits',
    retries: 'Retries',
    file: 'OpenAPI file',
  },
  endpointNames: { compress: 'Compress', inspect: 'Inspect', health: 'Health' } as Readonly<
    Record<string, string>
  >,
  loading: 'Reading the description of the API…',
  failed: 'The description of the API could not be read. Check the connection, then try again.',
  again: 'Try again',
  parameters: 'Parameters',
  headers: 'Request headers',
  answerHeaders: 'Answer headers',
  errors: 'Errors',
  errorsNote: 'Problem details (RFC 9457). Every answer has an `X-Request-Id`.',
  required: 'required',
  kinds: { binary: 'PDF', boolean: 'true or false', text: 'text' },
  byDefault: (value: string) => `default ${value}`,
  range: (min: string, max: string) => `${min} to ${max}`,
  copy: 'Copy',
  language: 'Language',
  languages: { curl: 'curl', typescript: 'TypeScript', python: 'Python' },
  overview: {
    title: 'The API',
    address: 'Address',
    addressText: 'All addresses begin with this one. What needs a key takes it with every request.',
  },
  keys: {
    title: 'Keys',
    text: [
      'A key is made in the dashboard, section “API keys”, or on the server with `npm run -s keys -- create --name my-app`. It is shown once: keep it where your program keeps its secrets.',
      'Send it as `Authorization: Bearer <key>` or as `X-API-Key: <key>`. Either is enough. A key in the address is never read, since addresses end up in logs.',
      'A key can expire and can be revoked. A revoked key ends at once on every server.',
    ],
  },
  errorsPage: {
    title: 'Errors',
    text: 'Every error is `application/problem+json` with a stable `code`, a sentence that says what to do, and the `requestId` that names it in the log of the server. Where fields are wrong, `errors` names all of them at once.',
  },
  limits: {
    title: 'Limits',
    text: [
      'Requests are counted per key and per address in windows of a minute. `RateLimit-Policy` says how many are allowed, `RateLimit` how many are left and in how many seconds the window ends: `"key";r=119;t=42`.',
      'Beyond the limit the answer is `429` with `Retry-After`. When the queue or the memory for documents is full it is `503`, also with `Retry-After`.',
      'A document that takes too long is ended with `504`, one that is too large is refused with `413`, which states the limit.',
    ],
  },
  retries: {
    title: 'Retries',
    text: [
      'Compressing changes nothing on the server, and the same document with the same options gives the same bytes. So any request may simply be sent again.',
      'Wait as long as `Retry-After` says after `429` and `503`. After a broken connection or `504`, wait a second, then twice as long each time. Other errors stay the same when sent again.',
      'With an `Idempotency-Key` a repeated request is recognised for 24 hours: the answer then says `Idempotency-Replayed: true`, and another document under the same name is refused, which finds mixed-up retries.',
    ],
  },
} as const;
