import { afterEach } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

declare global {
  /** Set once the process has a document. */
  var hasDocument: true | undefined;
}

// One document for all files of a process: React, Base UI and the texts are loaded once, which is most of the time.
if (globalThis.hasDocument === undefined) {
  globalThis.hasDocument = true;
  await builtinEnvironments['happy-dom'].setup(globalThis, {
    happyDOM: { url: 'http://localhost:3000/', width: 1280, height: 860 },
  });
}

// Looks for the document when it is loaded.
const { cleanup, configure } = await import('@testing-library/react');
configure({
  asyncUtilTimeout: 20_000,
  // The message alone: it names the roles that there are. A dump of the document would hide it.
  getElementError: (message) => new Error(message?.split('\n\nIgnored nodes')[0]),
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
