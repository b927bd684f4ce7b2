/** Texts of the OpenAPI document and of the docs page generated from it. */
export const CONTRACT = {
  title: 'Pagelight API',
  overview:
    'Send a PDF and get a smaller one: never larger than the input, with the same pages, text, links, forms, tags and attachments. Documents are processed in memory and then discarded; nothing of them is logged. Two things are kept: for 5 minutes, in memory, the result of a request with an `Idempotency-Key`; and, on disk and for the time that a job asks for, documents and results of asynchronous jobs.',
  documents: 'Compress and inspect documents.',
  service: 'Health of the service.',
  agents: 'Tools for agents, and their files.',
  compress: {
    summary: 'Compress a PDF',
    description:
      'Send the PDF as the form field `file`, or as the body itself with `Content-Type: application/pdf`. Options are form fields or query parameters; a form field takes precedence over a query parameter of the same name. Returns the compressed PDF; results are in the response headers. With `Accept: application/json`, returns the report, the receipt and the file in base64; with `Prefer: return=minimal` as well, only report and receipt.',
  },
  inspect: {
    summary: 'Inspect a PDF',
    description:
      'Returns the structure of a PDF and a size breakdown: pages, images, fonts, features, protection. Send the PDF as for `/compress`.',
  },
  mcp: {
    summary: 'MCP endpoint',
    description:
      'One message of the Model Context Protocol (Streamable HTTP, JSON-RPC 2.0), one response as JSON; stateless. The tools `inspect`, `compress`, `verify` and `find_large` take names of files of this key; a key without the scope `compress` has no `compress`. The error of a tool is in its result (`isError`) and begins with the code of the problem.',
  },
  putFile: {
    summary: 'Upload a file',
    description:
      'Stores a PDF under this name and replaces an earlier one. It stays in memory until 30 minutes after its last use, and is visible to this key only.',
  },
  getFile: { summary: 'Download a file', description: 'A result or an uploaded file.' },
  deleteFile: { summary: 'Delete a file', description: 'Frees its memory.' },
  fileName: 'A plain name such as `report.pdf`, without a path.',
  okMcp: 'The response to the message.',
  heardMcp: 'Notification accepted.',
  newFile: 'The file was created.',
  replacedFile: 'The file was replaced.',
  okFile: 'The file.',
  goneFile: 'The file was deleted.',
  health: { summary: 'Health check', description: 'Needs no key.' },
  file: 'The PDF.',
  zip: 'With `splitSize`: the parts, named `report-light-1of3.pdf` and so on.',
  base64: 'The PDF in base64, or with `splitSize` the ZIP.',
  password: 'Opens a protected PDF. The result is protected with the same password. Never sent in the URL.',
  passwordHeader: 'The same as the form field `password`, for bodies that are the PDF itself.',
  prefer:
    '`return=minimal` with `Accept: application/json`: report and receipt without the file. `respond-async`: the document becomes a job, and the answer says where it is (202); with `respond-async, wait=N` the file comes at once where it is done within N seconds (60 at most). Where jobs are off the answer is the file.',
  preset:
    'The base for all options that are not given. `api`, the default, has the defaults of this page; `balanced`, `small`, `sharp` and `lossless` are the presets of the web app. The command and the library start from `balanced`.',
  idempotencyKey:
    'Any name that you choose for this request, up to 255 characters. While the first is in work, the same name is refused with 409 `idempotency_in_progress`. Within 24 hours after it was answered the same name with the same document, and parameters written the same way, gives the same answer, with `Idempotency-Replayed: true`; with others it is refused as `idempotency_mismatch`. A request that was refused is forgotten, and its name is new. Kept are, of the latest 5000 requests of a key, a fingerprint, and report and receipt where they take 8 KB at most; for 5 minutes the file too, in bounded memory of the replica that made it. Where it is kept no work is done; else the file is made again, byte for byte the same.',
  okCompress: 'The compressed document, or the input if it cannot get smaller.',
  okInspect: 'The structure of the document.',
  okHealth: 'The service runs.',
  parts:
    'With `splitSize`: what each part is, in the order of the pages. Sizes and ratio of the report are those of the whole before it was split.',
  ratio: 'Output bytes / input bytes; 1 if the input is returned.',
  reportOptions: 'The options that were applied.',
  jbig2: 'Images of the result that are JBIG2: made of symbols, or of generic regions alone.',
  warnings: 'Codes of warnings for users, such as `signed`. More may be added.',
  damage:
    'What pages of a damaged file lack, as far as it is known; only where something is lost. `pages` have content, a picture or another part that cannot be read, or not to its end; `missingPages` are gone.',
  skips: 'Reasons for unchanged objects, with counts. More may be added.',
  fontName: 'Without the six-letter subset prefix; empty if the font has no name.',
  allPixels:
    'Why an image has more pixels than `maxDimension` allows, where it has: `smaller-as-is` if it would be larger with fewer.',
  allGlyphs: 'The reason if all glyphs stayed.',
  receipt:
    'What was done and what was found equal, to be kept beside the file. It names and quotes nothing of the document, and is the same wherever it is made: with it and your original anybody can make the file again and compare the digests (`pagelight verify`, or the page `/compare`).',
  receiptSchema: 'Names this form of receipt.',
  passwordUsed: 'A password was given and is needed to reproduce the file. It is not part of the receipt.',
  compared:
    'What a reader of PDF found in both files, beside the comparison of all objects that every result passes: how many there are, whether all are there, unchanged and in their places, and how many could not be compared (words of which nothing says what they mean, pictures that cannot be read). Metadata that was to be removed is not equal. Null where it would have taken more than the limits of the core allow.',
  imagesChanged: 'Images whose encoding changed, by their object number in the original.',
  code: 'Stable code of the kind of problem.',
  filter: 'With `unsupported_filter`: the filter that is not supported.',
  requestId: 'As in `X-Request-Id` and in the log of the server.',
} as const;

export const HEADER_TEXTS = {
  ETag: 'The version: send it back as `If-None-Match` or `If-Range`.',
  'Content-Range': 'The range of bytes, and the size of the whole.',
  'X-Compression-Ratio': 'Output bytes / input bytes as a decimal; 1 if the input is returned.',
  'X-Original-Size': 'Bytes of the document that was sent.',
  'X-Compressed-Size': 'Bytes of the document in the answer; with `splitSize` before it was split.',
  'X-Compression-Options': 'The options that were applied, in the form of a query.',
  'X-Compression-Warnings': 'Comma-separated warning codes; empty if there are none.',
  'X-Request-Id': 'Identifies this request in the log of the server.',
  'Server-Timing': 'Milliseconds of upload, queue and work.',
  'Content-Disposition': 'A safe file name, derived from the name that was sent.',
  RateLimit: 'Remaining requests (r) and seconds until reset (t), per policy.',
  'RateLimit-Policy': 'Requests (q) per window in seconds (w), per policy.',
  Location: 'Where the job is.',
  'Preference-Applied': 'The part of `Prefer` that was applied.',
  Link: 'Where the next page is, with `rel="next"`; absent on the last one.',
  'Retry-After': 'Seconds to wait before the next request.',
  'Idempotency-Replayed': '`true` if the response to this `Idempotency-Key` was sent before.',
} as const;

/** One line per error status. The codes are added from the list of problems. */
export const STATUS_TEXTS = {
  400: 'The request is invalid; all invalid fields are listed.',
  401: 'The key is missing, unknown, revoked or expired.',
  403: 'The key does not allow this.',
  404: 'This key has no such file or job.',
  405: 'Method not allowed; `Allow` lists those that are.',
  408: 'The upload was too slow.',
  409: 'A request with this `Idempotency-Key` is in progress; retry after `Retry-After`.',
  410: 'Its retention time is over.',
  413: 'The upload exceeds the limit of this server.',
  415: 'This is not a PDF, or was not sent as one.',
  422: 'This PDF cannot be processed, or the `Idempotency-Key` belongs to another request.',
  429: 'Rate limit or daily quota exceeded; retry after `Retry-After`.',
  500: 'Internal server error.',
  501: 'Jobs are turned off.',
  503: 'The server is busy; retry after `Retry-After`.',
  504: 'Processing exceeded the time limit.',
} as const;
