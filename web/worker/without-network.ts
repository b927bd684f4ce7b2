/** APIs with which a worker could send data. Loading scripts remains possible, but the CSP limits it to this origin. */
const NETWORK_GLOBALS = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport'];

/**
 * Removes network access from a worker's script, so that no library can send a document's bytes. The script stays a
 * Blob: as text, it would be in the page's memory several times.
 *
 * @param before code to run first
 */
export function withoutNetwork(script: Blob, before = ''): Blob {
  const names = JSON.stringify(NETWORK_GLOBALS);
  const seal = `for(const n of ${names})Object.defineProperty(self,n,{value:undefined});\n`;
  return new Blob([seal, before, script], { type: 'text/javascript' });
}
