/**
 * SHA-256 (FIPS 180-4, 6.2) over whole blocks, for `codecs/digest/sha256.ts`, which pads. AssemblyScript;
 * `node scripts/simd.mjs` compiles it into `codecs/wasm/digest-bytes.ts`.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2). */
const CONSTANTS = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);
/** The eight words of the hash value. */
const STATE = memory.data(32);
/** The message schedule: 64 words per block. */
const SCHEDULE = memory.data(256);

const BLOCK_BYTES: usize = 64;

/** Address of the hash value, eight words in machine byte order. */
export function state(): usize {
  return STATE;
}

/** Sets the initial hash value (5.3.3). */
export function begin(): void {
  store<u32>(STATE, 0x6a09e667, 0);
  store<u32>(STATE, 0xbb67ae85, 4);
  store<u32>(STATE, 0x3c6ef372, 8);
  store<u32>(STATE, 0xa54ff53a, 12);
  store<u32>(STATE, 0x510e527f, 16);
  store<u32>(STATE, 0x9b05688c, 20);
  store<u32>(STATE, 0x1f83d9ab, 24);
  store<u32>(STATE, 0x5be0cd19, 28);
}

/** Hashes `blocks` blocks of 64 bytes. */
export function add(at: usize, blocks: i32): void {
  for (let block = 0; block < blocks; block += 1) {
    spread(at);
    mix();
    at += BLOCK_BYTES;
  }
}

/** 6.2.2, step 1. */
function spread(at: usize): void {
  for (let i: usize = 0; i < 64; i += 4) store<u32>(SCHEDULE + i, bswap<u32>(load<u32>(at + i)));
  for (let i: usize = SCHEDULE + 64; i < SCHEDULE + 256; i += 4) {
    const near = load<u32>(i - 8);
    const far = load<u32>(i - 60);
    const nearMixed = rotr<u32>(near, 17) ^ rotr<u32>(near, 19) ^ (near >> 10);
    const farMixed = rotr<u32>(far, 7) ^ rotr<u32>(far, 18) ^ (far >> 3);
    store<u32>(i, nearMixed + load<u32>(i - 28) + farMixed + load<u32>(i - 64));
  }
}

/** 6.2.2, steps 2 to 4; the letters are the standard's. */
function mix(): void {
  let a = load<u32>(STATE, 0);
  let b = load<u32>(STATE, 4);
  let c = load<u32>(STATE, 8);
  let d = load<u32>(STATE, 12);
  let e = load<u32>(STATE, 16);
  let f = load<u32>(STATE, 20);
  let g = load<u32>(STATE, 24);
  let h = load<u32>(STATE, 28);
  for (let i: usize = 0; i < 256; i += 4) {
    const chosen = (e & f) ^ (~e & g);
    const turnedE = rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25);
    const first = h + turnedE + chosen + load<u32>(CONSTANTS + i) + load<u32>(SCHEDULE + i);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const turnedA = rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22);
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + turnedA + most;
  }
  store<u32>(STATE, load<u32>(STATE, 0) + a, 0);
  store<u32>(STATE, load<u32>(STATE, 4) + b, 4);
  store<u32>(STATE, load<u32>(STATE, 8) + c, 8);
  store<u32>(STATE, load<u32>(STATE, 12) + d, 12);
  store<u32>(STATE, load<u32>(STATE, 16) + e, 16);
  store<u32>(STATE, load<u32>(STATE, 20) + f, 20);
  store<u32>(STATE, load<u32>(STATE, 24) + g, 24);
  store<u32>(STATE, load<u32>(STATE, 28) + h, 28);
}
