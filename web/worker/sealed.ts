/** What a worker could send something with; loading further scripts is left, and the policy lets it only from here. */
const WAYS_OUT = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport'];

/**
 * A worker's script without a way to send: what holds a document's bytes cannot let them out, whatever a library tries.
 */
export function sealed(script: string): string {
  const names = JSON.stringify(WAYS_OUT);
  return `for(const n of ${names})Object.defineProperty(self,n,{value:undefined});\n${script}`;
}
