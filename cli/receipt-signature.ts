import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { canonicalJson } from '../shared/receipt/canonical-json.ts';
import { osPath } from './files/os-path.ts';
import { describeFileError } from './text/files.ts';

/** Signs a receipt: Ed25519 over its canonical JSON, in base64. */
export type SignReceipt = (receipt: unknown) => string;

export type SignatureVerdict =
  | 'right'
  | 'wrong' // made by another key, or for another receipt
  | 'missing';

/** The path of a receipt's detached signature, beside it. */
export function signaturePath(receiptPath: string): string {
  return `${receiptPath}.sig`;
}

/** @returns the signer, or a sentence about the file that is no private key */
export async function signerFrom(path: string): Promise<SignReceipt | { readonly fault: string }> {
  const how = 'openssl genpkey -algorithm ed25519 -out key.pem makes one';
  const key = await keyFrom(path, privateKey, `is no private key of the kind Ed25519: ${how}`);
  if ('fault' in key) return key;
  return (receipt) => sign(null, Buffer.from(canonicalJson(receipt)), key).toString('base64');
}

/** @returns a function that checks a receipt's signature, or a sentence if the file is not a public key */
export async function signatureCheckFrom(
  path: string,
): Promise<((receipt: unknown, signature: string | null) => SignatureVerdict) | { readonly fault: string }> {
  const how = 'openssl pkey -in key.pem -pubout makes it of the private one';
  const key = await keyFrom(path, publicKey, `is no public key of the kind Ed25519: ${how}`);
  if ('fault' in key) return key;
  return (receipt, signature) => {
    if (signature === null) return 'missing';
    const text = signature.replace(/\r?\n$/, '');
    const bytes = Buffer.from(text, 'base64');
    // Node skips what is no base64.
    if (bytes.toString('base64') !== text) return 'wrong';
    return verify(null, Buffer.from(canonicalJson(receipt)), key, bytes) ? 'right' : 'wrong';
  };
}

function privateKey(pem: string): KeyObject | string {
  if (/ENCRYPTED/.test(pem))
    return 'needs a pass phrase, which is not supported: openssl pkey -in key.pem -out plain.pem removes it';
  return createPrivateKey(pem);
}

function publicKey(pem: string): KeyObject | string {
  // Node would derive the public key: but who checks a signature must not have the private one.
  if (/PRIVATE KEY/.test(pem))
    return 'is the private key, which only the signer may have: openssl pkey -in key.pem -pubout makes the public one';
  return createPublicKey(pem);
}

async function keyFrom(
  path: string,
  read: (pem: string) => KeyObject | string,
  what: string,
): Promise<KeyObject | { readonly fault: string }> {
  let pem: string;
  try {
    pem = await readFile(osPath(path), 'utf8');
  } catch (error) {
    return { fault: `Cannot read ${path}: ${describeFileError(error)}.` };
  }
  try {
    const key = read(pem);
    if (typeof key === 'string') return { fault: `${path} ${key}.` };
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  return { fault: `${path} ${what}.` };
}
