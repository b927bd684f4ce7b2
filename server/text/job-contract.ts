/** Texts of the OpenAPI document about jobs. */
export const JOB_CONTRACT = {
  jobs: 'Documents whose clients do not wait.',
  accepted: 'The documents are taken in; `Location` says where the job is.',
  before: 'The job that this `Idempotency-Key` made before.',
  keepFile: {
    summary: 'Send a file for jobs',
    description:
      'Keeps a PDF for jobs of this key, for an hour, and then while a document that has it is open or can be retried. The same content again is the same file. The answer names it.',
  },
  newFile: 'The file is kept.',
  knownFile: 'The file was kept before.',
  submit: {
    summary: 'Make a job',
    description:
      'Takes 1 to 10,000 documents in, all or none: files of this key, presigned `https` addresses of hosts and `s3://` of buckets that the operator allows. Results are kept for download or written to such an address. Options of a document go before those of the job, and those before the preset.',
  },
  list: { summary: 'List jobs', description: 'The newest first.' },
  okList: 'A page of jobs.',
  find: {
    summary: 'Read a job',
    description:
      'With `Prefer: wait=N` (60 at most) the answer comes when the job has ended, or after N seconds.',
  },
  okJob: 'The job.',
  remove: {
    summary: 'Take a job away',
    description:
      'Cancels what has not ended, and removes results, and inputs that no other job uses, at once.',
  },
  removed: 'The job is no longer there.',
  cancel: {
    summary: 'Cancel a job',
    description: 'Ends what waits and what is in work. What is done stays.',
  },
  retry: {
    summary: 'Try failed documents again',
    description: 'Puts back in line what failed for a passing reason (`retryable`) and had no password.',
  },
  documents: {
    summary: 'List the documents of a job',
    description: 'A page of them as JSON; with `Accept: application/jsonl` all, one on each line.',
  },
  okDocuments: 'The documents.',
  document: {
    summary: 'Read a document of a job',
    description: 'Its state, and its receipt or its problem.',
  },
  okDocument: 'The document.',
  result: {
    summary: 'Read a result',
    description: 'The file, as `/api/v1/compress` would have answered it.',
  },
  part: 'The part that `Range` asks for; several parts at once are not given.',
  same: 'It is as `If-None-Match` knows it.',
  receipt: {
    summary: 'Read a receipt',
    description: 'The receipt alone, which stays when the result is gone.',
  },
  okReceipt: 'The receipt.',
  ref: 'Your own name for the document, once in a job. The name of the result is made from it.',
  upload: 'Id of a file of this key.',
  inputUrl:
    'A presigned address that answers `GET` with the PDF. It is encrypted until the document ends, and shown without its query.',
  outputUrl:
    'A presigned address that takes the result by `PUT`, with these headers. Should the connection break, the same bytes are sent again.',
  s3: '`s3://bucket/key` of a bucket in `BUCKETS`.',
  ifMatch: 'The ETag that the object must have.',
  outputTemplate:
    'Where results go whose documents name no output: `{key}` is the key of the input in its bucket, `{name}` the last part of it, or of `ref`; `{ref}` and `{n}` are the document’s.',
  webhook: 'One of your webhooks, and the events that it gets; all by default.',
  keepHours:
    'How long results, and inputs of failed documents, are kept after the end; by default as the server is set.',
  failAfter:
    'Ends the job once this share of its documents has failed, of those that have ended, and at least so many have ended. The rest fails as `job_failed_early`, which a retry puts back in line.',
  labels: 'Up to 16 short texts of your own.',
} as const;
