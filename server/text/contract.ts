/** Texts of the OpenAPI document and of the docs page generated from it. */
export const CONTRACT = {
  title: 'Pagelight API',
  overview:
    'Send a PDF, get a smaller one back: never larger than what you sent, with the same pages, text, links, forms, tags and attachments. Documents are worked on in memory and then dropped; nothing of them is logged, and nothing is kept but, for 5 minutes and in memory, the result of a request with an `Idempotency-Key`, and, on disk and as long as they ask for, documents and results of jobs, for clients that do not wait.',
  documents: 'What is done to a document.',
  service: 'Whether the service is up.',
  agents: 'Tools for agents, and the files that they work on.',
  compress: {
    summary: 'Compress a PDF',
    description:
      'Send the PDF as the form field `file`, or as the body itself with `Content-Type: application/pdf`. Options are form fields or query parameters; a form field wins over a query parameter of the same name. The answer is the PDF, with the facts in headers. With `Accept: application/json` it is the report, the receipt and the file in base64; with `Prefer: return=minimal` as well, report and receipt alone.',
  },
  inspect: {
    summary: 'Inspect a PDF',
    description:
      'Says what a PDF is and where its bytes are: pages, images, fonts, features, protection. Nothing is changed. The PDF is sent as it is to compress.',
  },
  mcp: {
    summary: 'Talk to the tools for agents',
    description:
      'One message of the Model Context Protocol (Streamable HTTP, JSON-RPC 2.0), one answer as JSON; no session is kept. The tools `inspect`, `compress`, `verify` and `find_large` name files of this key; a key that may only inspect has no `compress`. What a tool could not do is said in its result (`isError`), with the code of the problem in front.',
  },
  putFile: {
    summary: 'Send a file for the tools',
    description:
      'Keeps a PDF under this name, in place of one that has it. It stays in memory until 30 minutes after it was last used, and is seen with this key alone.',
  },
  getFile: { summary: 'Read a file of the tools', description: 'A result, or what was sent.' },
  deleteFile: { summary: 'Take a file away', description: 'Makes room for others.' },
  fileName: 'A plain name such as `report.pdf`, without a path.',
  okMcp: 'The answer to the message.',
  heardMcp: 'A message that wants no answer was heard.',
  newFile: 'The file is there.',
  replacedFile: 'The file is there, in place of the one that had its name.',
  okFile: 'The file.',
  goneFile: 'The file is no longer there.',
  health: { summary: 'Ask whether the service runs', description: 'Needs no key.' },
  file: 'The PDF.',
  zip: 'With `splitSize`: the parts, named `report-light-1of3.pdf` and so on.',
  base64: 'The PDF in base64, or with `splitSize` the ZIP.',
  password:
    'Opens a protected PDF. The result is protected with the same password. Never part of the address.',
  passwordHeader: 'The same as the form field `password`, for bodies that are the PDF itself.',
  prefer:
    '`return=minimal` with `Accept: application/json`: report and receipt without the file. `respond-async`: the document becomes a job, and the answer says where it is (202); with `respond-async, wait=N` the file comes at once where it is done within N seconds (60 at most). Where jobs are off the answer is the file.',
  preset:
    'The base for all options that are not given. `api`, the default, has the defaults of this page; `balanced`, `small`, `sharp` and `lossless` are the presets of the web app. The command and the library start from `balanced`.',
  idempotencyKey:
    'Any name that you choose for this request, up to 255 characters. While the first is in work, the same name is refused with 409 `idempotency_in_progress`. Within 24 hours after it was answered the same name with the same document and options gives the same answer, with `Idempotency-Replayed: true`; with others it is refused as `idempotency_mismatch`. A request that was refused is forgotten, and its name is new. Kept are, of the latest 5000 requests of a key, a fingerprint, and report and receipt where they take 8 KB at most; for 5 minutes the file too, in bounded memory of the replica that made it. Where it is kept no work is done; else the file is made again, byte for byte the same.',
  okCompress: 'The document, made smaller or as it came.',
  okInspect: 'What the document is.',
  okHealth: 'The service runs.',
  parts:
    'With `splitSize`: what each part is, in the order of the pages. Sizes and ratio of the report are those of the whole before it was split.',
  ratio: 'Output bytes / input bytes; 1 when the input came back.',
  reportOptions: 'What was applied.',
  jbig2: 'Images of the result that are JBIG2: made of symbols, or of generic regions alone.',
  warnings: 'Short codes for what a person should know, such as `signed`. More may be added.',
  damage:
    'What pages of a damaged file lack, as far as it can be told; only where something is lost. `pages` have content, a picture or another part that cannot be read, or not to its end; `missingPages` are gone.',
  skips: 'Why objects stayed as they were, and how many. More reasons may be added.',
  fontName: 'Without the six letters that mark a subset; empty when the font has no name.',
  allPixels:
    'Why an image has more pixels than `maxDimension` allows, where it has: `smaller-as-is` if it would be larger with fewer.',
  allGlyphs: 'Why all glyphs stayed, where they did.',
  receipt:
    'What was done and what was found equal, to be kept beside the file. It names and quotes nothing of the document, and is the same wherever it is made: with it and your original anybody can make the file again and compare the digests (`pagelight verify`, or the page `/compare`).',
  receiptSchema: 'Names this form of receipt.',
  passwordUsed: 'A password was given, and is needed to make the file again. It is not part of the receipt.',
  compared:
    'What a reader of PDF found in both files, beside the comparison of all objects that every result passes: how many there are, whether all are there, unchanged and in their places, and how many could not be compared (words of which nothing says what they mean, pictures that cannot be read). Metadata that was to be removed is not equal. Null where it would have taken more than the limits of the core allow.',
  imagesChanged: 'Images that are stored in another way, by their object number in the original.',
  code: 'Stable word for the kind of problem.',
  filter: 'Of `unsupported_filter`: the filter of a PDF that is not known here.',
  requestId: 'As in `X-Request-Id` and in the log of the server.',
} as const;

export const HEADER_TEXTS = {
  ETag: 'The version: send it back as `If-None-Match` or `If-Range`.',
  'Content-Range': 'Which bytes of how many these are.',
  'X-Compression-Ratio': 'Output bytes / input bytes as a decimal; 1 when the input came back.',
  'X-Original-Size': 'Bytes of the document that was sent.',
  'X-Compressed-Size': 'Bytes of the document in the answer; with `splitSize` before it was split.',
  'X-Compression-Options': 'What was applied, in the form of a query.',
  'X-Compression-Warnings': 'Short codes with commas between; empty when there is nothing to say.',
  'X-Request-Id': 'Names this request in the log of the server.',
  'Server-Timing': 'Milliseconds of upload, queue and work.',
  'Content-Disposition': 'A safe name for the file, made from the name that was sent.',
  RateLimit: 'What is left of each limit (r) and in how many seconds it is whole again (t).',
  'RateLimit-Policy': 'Each limit: requests (q) in a time of seconds (w).',
  Location: 'Where the job is.',
  'Preference-Applied': 'What of `Prefer` was done.',
  Link: 'Where the next page is, with `rel="next"`; absent on the last one.',
  'Retry-After': 'Seconds to wait before asking again.',
  'Idempotency-Replayed': '`true` when this `Idempotency-Key` was answered before.',
} as const;

/** One line per error status. The codes are added from the list of problems. */
export const STATUS_TEXTS = {
  400: 'Something in the request is wrong; every wrong field is named at once.',
  401: 'The key is missing, unknown, revoked or expired.',
  403: 'The key does not allow this.',
  404: 'There is no such file or job of this key.',
  405: 'This method is not possible here; `Allow` names those that are.',
  408: 'The upload came too slowly.',
  409: 'The first request with this `Idempotency-Key` is still in work; `Retry-After` says when to ask again.',
  410: 'It was kept as long as the job asked for, and is gone.',
  413: 'The upload is larger than this server takes.',
  415: 'This is no PDF, or was not sent as one.',
  422: 'This PDF cannot be done, or the `Idempotency-Key` belongs to another request.',
  429: 'Too many requests in a minute, or what the key may do in a day is done; `Retry-After` says how long to wait.',
  500: 'An error of the server.',
  501: 'This server does no jobs.',
  503: 'The server is busy; `Retry-After` says how long to wait.',
  504: 'The PDF took longer than a job may take.',
} as const;
