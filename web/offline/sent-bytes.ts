/**
 * Counts the bytes of files that this page sends. Wraps every API of a page that can send a body: fetch,
 * XMLHttpRequest, beacons and web sockets. Workers have none of these (`worker/without-network.ts`). Texts, such as the
 * dashboard's forms, are not files and do not count.
 */

type Body = BodyInit | Document | null | undefined;

let sent = 0;
/** False once something of unknown size was sent: then no number would be honest. */
let isKnown = true;
const listeners = new Set<() => void>();

/** Bytes so far, or null if they cannot be counted. */
export const sentBytes = (): number | null => (isKnown ? sent : null);

export function subscribeSent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call this before anything else runs. */
export function countSentBytes(): void {
  try {
    watchFetch();
    watchRequests();
    watchBeacons();
    watchSockets();
  } catch {
    // A browser whose APIs cannot be wrapped.
    isKnown = false;
  }
}

function watchFetch(): void {
  const { fetch } = window;
  window.fetch = (input, init) => {
    note(init?.body ?? (input instanceof Request ? input.body : null));
    return fetch(input, init);
  };
}

function watchRequests(): void {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    note(body);
    return send.call(this, body);
  };
}

function watchBeacons(): void {
  const { sendBeacon } = Navigator.prototype;
  Navigator.prototype.sendBeacon = function (url, body) {
    note(body);
    return sendBeacon.call(this, url, body);
  };
}

function watchSockets(): void {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    note(typeof data === 'string' ? data : new Blob([data]));
    return send.call(this, data);
  };
}

function note(body: Body): void {
  const bytes = fileBytes(body);
  if (bytes === 0) return;
  if (bytes === null) isKnown = false;
  else sent += bytes;
  for (const listener of listeners) listener();
}

/** Null if unknown. */
function fileBytes(body: Body): number | null {
  if (body instanceof Blob) return body.size;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  if (body instanceof FormData) {
    return [...body.values()].reduce((sum, value) => sum + (typeof value === 'string' ? 0 : value.size), 0);
  }
  return body instanceof ReadableStream ? null : 0;
}
