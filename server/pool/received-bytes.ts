import type { Readable } from 'node:stream';

/** Reads so many bytes into a buffer of their own, and pauses the pipe. */
export function receivedBytes(pipe: Readable, byteLength: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(byteLength);
  let length = 0;
  return new Promise((resolve) => {
    const onData = (chunk: Uint8Array) => {
      bytes.set(chunk, length);
      length += chunk.length;
      if (length === byteLength) done();
    };
    const done = () => {
      pipe.off('data', onData).pause();
      resolve(bytes);
    };
    if (byteLength === 0) done();
    else pipe.on('data', onData).resume();
  });
}
