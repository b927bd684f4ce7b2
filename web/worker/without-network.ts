/** What a worker could send something with; loading further scripts is left, and the policy lets it only from here. */
const NETWORK_GLOBALS = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport'];

/**
 * A worker's script without a way to send: what holds a document's bytes cannot let them out, whatever a library tries. The script
 * stays where the browser put it: read as text, it would be in the page's memory several times.
 *
 * @param before what is run ahead of it
 */
export function withoutNetwork(script: Blob, before = ''): Blob {
  const names = JSON.stringify(NETWORK_GLOBALS);
  const seal = `for(const n of ${names})Object.defineProperty(self,n,{value:undefined});\n`;
  return new Blob([seal, before, script], { type: 'text/javascript' });
}
