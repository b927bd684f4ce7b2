/** Docs pages that belong to no single route, for people and programs (`/llms.txt`). */
export interface ApiPage {
  /** Name in its URL: `/docs/keys` and `/docs/keys.md`. */
  readonly name: string;
  readonly title: string;
  readonly text: readonly string[];
}

export const API_PAGES: readonly ApiPage[] = [
  {
    name: 'keys',
    title: 'Keys',
    text: [
      'A key is made in the dashboard, section “API keys”, or on the server by its command `keys create --name my-app`, which it writes in full when it starts. It is shown once: keep it where your program keeps its secrets.',
      'Send it as `Authorization: Bearer <key>` or as `X-API-Key: <key>`. Either is enough. A key in the address is never read, since addresses end up in logs.',
      'A key can expire and can be revoked. A revoked key ends at once on every server. One that is rolled works on beside its successor for a while. A key may be restricted to inspecting.',
    ],
  },
  {
    name: 'errors',
    title: 'Errors',
    text: [
      'Every error is `application/problem+json` with a stable `code`, a sentence that says what to do, and the `requestId` that names it in the log of the server. Where fields are wrong, `errors` names all of them at once.',
    ],
  },
  {
    name: 'limits',
    title: 'Limits',
    text: [
      'Requests are counted per key in windows of a minute; those without a good key per address. `RateLimit-Policy` says how many are allowed, `RateLimit` how many are left and in how many seconds the window ends: `"key";r=119;t=42`. A key may also have a limit for the day (UTC).',
      'Beyond the limit the answer is `429` with `Retry-After`. When the queue or the memory for documents is full it is `503`, also with `Retry-After`; that counts against no limit.',
      'A document that takes too long is ended with `504`, one that is too large is refused with `413`, which states the limit, and an upload that hardly moves with `408`.',
    ],
  },
  {
    name: 'retries',
    title: 'Retries',
    text: [
      'Compressing changes nothing on the server, and the same document with the same options gives the same bytes. So any request may simply be sent again.',
      'Wait as long as `Retry-After` says after `409`, `429` and `503`. After a broken connection or `504`, wait a second, then twice as long each time. Other errors stay the same when sent again.',
      'With an `Idempotency-Key` a repeated request is recognised for 24 hours: the answer then says `Idempotency-Replayed: true`, and comes without work while the file is kept. While the first is in work the repeat is refused with `409`, and another document under the same name with `422`, which finds mixed-up retries.',
    ],
  },
  {
    name: 'jobs',
    title: 'Jobs',
    text: [
      'A client that does not wait sends `Prefer: respond-async` with a document to `/api/v1/compress`, and gets the address of its job: `202` with `Location`. With `respond-async, wait=20` the file comes at once where it is done in 20 seconds.',
      'Many documents are one job: send each to `POST /api/v1/files`, then name up to 10,000 of them to `POST /api/v1/jobs`: `{ "documents": [{ "ref": "inv-1", "input": { "upload": "file_…" }, "options": { "quality": 60 } }], "keepHours": 24, "labels": { "customer": "42" } }`. With an `Idempotency-Key` the same call gives the same job.',
      'Documents need not pass through you. An input may be `{ "url": "https://…" }`, presigned for `GET`, with `sha256` and `maxBytes` if you like, and an output `{ "url": "https://…", "headers": { … } }`, presigned for `PUT`. Or name objects of buckets that the operator gave the server: `{ "s3": "s3://scans/a.pdf", "ifMatch": "…" }`, and for all results of a job `"output": { "s3": "s3://scans-small/{key}" }`. Hosts (`INPUT_HOSTS`) and buckets (`BUCKETS`) are the operator’s to allow; none are by default. Signed addresses are encrypted and gone when their document ends, so `retry` cannot try it again: send a new job. What cannot be reached is tried five times within minutes, and then `input_unreachable` or `output_failed`; `input_changed`, `input_too_large`, `input_refused` and `output_refused` say what is wrong at once.',
      'Ask for a job with `Prefer: wait=60`, and the answer comes when it has ended, or after a minute. `/documents` lists its documents, with `Accept: application/jsonl` all of them, a receipt or a problem on each line; `/documents/0/result` is the file. `cancel` ends what has not ended, `retry` tries again what failed for a passing reason, `DELETE` takes inputs and results away.',
      'Instead of asking, be told: `POST /api/v1/webhooks` with `{ "url": "https://hooks.example.com/pagelight" }` registers an address whose host the operator allows, and shows its secret once; a job with `"webhook": { "id": "wh_…", "events": ["job.ended"] }` sends its events there. They are signed as [Standard Webhooks](https://www.standardwebhooks.com) says, come at least once with the same `webhook-id`, and are tried again for 72 hours after any answer but 2xx; 410 switches the webhook off. `roll` replaces the secret, and both sign for 24 hours. `test` sends an event now, `deliveries` shows what was sent, and `resend` sends it again.',
      'Documents count against the day of their key when the job is made, all or none; those that fail or are cancelled are given back. Keys take turns, however many documents of each wait, and requests go first. A job is seen with its key alone, and with the one that takes its place.',
      'Results lie on the disk of the server until `resultsUntil`, the input of a failed document too. A file is kept for an hour, and then while a document needs it; passwords and signed addresses are encrypted, and gone when their document ends. A server that is restarted or killed goes on where it was. With PostgreSQL jobs are off unless the operator turns them on; then they survive the end of each server.',
    ],
  },
  {
    name: 'agents',
    title: 'Agents',
    text: [
      'At `/mcp` agents find the tools `inspect`, `compress`, `verify` and `find_large`, by the Model Context Protocol over Streamable HTTP and with the same keys as everything else. A client that is set up with JSON wants `{ "mcpServers": { "pagelight": { "type": "http", "url": "https://pdf.example.com/mcp", "headers": { "Authorization": "Bearer <key>" } } } }`.',
      'Documents never pass through a model. Send one first, `curl --fail-with-body -T report.pdf -H "Content-Type: application/pdf" -H "Authorization: Bearer $PAGELIGHT_KEY" $PAGELIGHT_URL/mcp/files/report.pdf`, let the agent name it (`report.pdf`), and read the result with the same address and `GET`: `report-light.pdf`. `DELETE` takes a file away.',
      'Files are seen with their key alone, are kept in the memory of the server that took them, and go 30 minutes after they were last used. A key may hold as much as it leaves free for others; beyond that the answer is `503`. Behind a proxy all requests of a key must reach the same server.',
      'Each message counts as a request of the minute; each document that a tool works on counts as one of the day, with its bytes. Files on disk are better served by `pagelight mcp FOLDER`, on the machine where they are.',
    ],
  },
];

/** Description of each limit. */
export const LIMIT_TEXTS = {
  uploadBytes: 'largest document, in bytes',
  requestsPerMinute: 'requests of a key in a minute, unless it has a limit of its own; 0: any number',
  strangersPerMinute: 'requests of an address in a minute without a good key; 0: any number',
  jobSeconds: 'longest time one document may take, in seconds, without its time in the queue',
  jobMemoryBytes: 'memory that one document may take, in bytes',
  waiting: 'documents that may wait',
  uploadBytesPerSecond: 'slowest upload, in bytes a second; 0: any pace',
} as const;
