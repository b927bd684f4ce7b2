/** Texts of the API pages that are not in the OpenAPI document. */
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
    jobs: 'Jobs',
    agents: 'Agents',
    file: 'OpenAPI file',
    text: 'llms.txt',
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
  overview: {
    title: 'The API',
    address: 'Address',
    addressText: 'All addresses begin with this one. What needs a key takes it with every request.',
  },
  answers: 'Answers',
  answerExamples: {
    compress: {
      status: '200 OK',
      text: `Content-Type: application/pdf
Content-Disposition: attachment; filename="report-light.pdf"
X-Original-Size: 4194304
X-Compressed-Size: 1468006
X-Compression-Ratio: 0.35
X-Compression-Warnings:`,
    },
    inspect: {
      status: '200 OK',
      text: `{
  "fileSize": 4194304,
  "sizes": { "images": 3900112, "fonts": 181044, … },
  "document": { "pages": 12, "version": "1.7", "signed": false, … },
  "features": { "language": "en-GB", "links": 34, … },
  …
}`,
    },
    health: { status: '200 OK', text: '{ "status": "ok" }' },
    problem: {
      status: '422 Unprocessable Content',
      text: `{
  "type": "urn:pagelight:problem:encrypted_pdf",
  "title": "The PDF is protected by a password",
  "status": 422,
  "detail": "It opens only with a password. Give the password along with the file.",
  "code": "encrypted_pdf",
  "reason": "password-needed",
  "requestId": "0198c2f4-6a1e-7c3b-9d2f-5e8b1a7c4d60"
}`,
    },
  } as Readonly<Record<string, { readonly status: string; readonly text: string }>>,
  tryIt: {
    title: 'Try it',
    text: 'Sends a PDF of yours to this server, with your key. Neither is kept in this page.',
    key: 'API key',
    file: 'PDF',
    send: 'Send',
    sending: 'Sending…',
    save: 'Save the file',
    noAnswer: 'The server can’t be reached.',
  },
} as const;
