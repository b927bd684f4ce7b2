import { DIGEST_WASM } from '../wasm/digest-bytes.ts';
import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';

/** Exports of `codecs/simd/digest-kernel.ts`; arguments are addresses and counts. */
interface DigestKernel extends KernelExports {
  /** Address of the hash value: eight words, low byte first. */
  readonly state: () => number;
  readonly begin: () => void;
  readonly add: (at: number, blocks: number) => void;
}

const digestKernel = lazyKernel<DigestKernel>('digest', DIGEST_WASM);

const BLOCK_BYTES = 64;
/** Small enough for the cache, and whole blocks. */
const STRIP_BYTES = 1 << 16;
const DIGEST_BYTES = 32;

type Digest = (parts: readonly Uint8Array[]) => Uint8Array<ArrayBuffer>;

let digest: Digest = portableSha256;

/** Lets a host with a SHA-256 of its own, which uses the processor's instructions, give it to the core; for all of the thread. */
export function provideSha256(ofHost: Digest): void {
  digest = ofHost;
}

/** SHA-256 (FIPS 180-4) of the concatenated parts: 32 bytes. */
export function sha256(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return digest(parts);
}

/** For hosts that offer none, or none that answers at once, as browsers. */
export function portableSha256(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const kernel = digestKernel();
  const layout = new Layout();
  const at = layout.place(STRIP_BYTES);
  const strip = layout.heapOf(kernel.memory).subarray(at, at + STRIP_BYTES);
  kernel.begin();
  let held = 0;
  const take = (bytes: Uint8Array) => {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + STRIP_BYTES - held);
      strip.set(part, held);
      from += part.length;
      held += part.length;
      if (held < STRIP_BYTES) continue;
      kernel.add(at, STRIP_BYTES / BLOCK_BYTES);
      held = 0;
    }
  };
  for (const part of parts) take(part);
  take(padding(parts.reduce((sum, { length }) => sum + length, 0)));
  kernel.add(at, held / BLOCK_BYTES);
  return digestAt(new DataView(kernel.memory.buffer, kernel.state(), DIGEST_BYTES));
}

/** SHA-256 in lowercase hexadecimal. */
export function sha256Hex(bytes: Uint8Array): string {
  return sha256HexOf([bytes]);
}

/** SHA-256 of concatenated parts in lowercase hexadecimal. */
export function sha256HexOf(parts: readonly Uint8Array[]): string {
  return Array.from(sha256(parts), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A one, zeros, and the length in bits, up to the end of a block (5.1.1). */
function padding(bytes: number): Uint8Array {
  const needed = 1 + 8;
  const padded = new Uint8Array(needed + ((BLOCK_BYTES - ((bytes + needed) % BLOCK_BYTES)) % BLOCK_BYTES));
  padded[0] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes) * 8n);
  return padded;
}

function digestAt(words: DataView): Uint8Array<ArrayBuffer> {
  const digest = new Uint8Array(DIGEST_BYTES);
  const turned = new DataView(digest.buffer);
  for (let at = 0; at < DIGEST_BYTES; at += 4) turned.setUint32(at, words.getUint32(at, true));
  return digest;
}
