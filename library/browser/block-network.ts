/**
 * The first module of the worker. It removes the network APIs, so that no library can send a document's bytes. It also
 * replaces `location`: Emscripten resolves file names against it, which fails for `blob:`.
 */
for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport'])
  Object.defineProperty(self, name, { value: undefined });
Object.defineProperty(self, 'location', { value: new URL('https://worker.invalid/') });
