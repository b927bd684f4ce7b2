/**
 * The first module of the worker. What holds a document's bytes gets no way to send them, whatever a library tries; and
 * since Emscripten resolves file names against the worker's address, which fails for `blob:`, it gets another one.
 */
for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport'])
  Object.defineProperty(self, name, { value: undefined });
Object.defineProperty(self, 'location', { value: new URL('https://worker.invalid/') });
