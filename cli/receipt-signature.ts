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
  const key = await keyFrom(path, createPrivateKey, `is no private key of the kind Ed25519: ${how}`);
  if ('fault' in key) return key;
  return (receipt) => sign(null, Buffer.from(canonicalJson(receipt)), key).toString('base64');
}

/** @returns a function that checks a receipt's signature, or a sentence if the file is not a public key */
export async function signatureCheckFrom(
  path: string,
): Promise<((receipt: unknown, signature: string | null) => SignatureVerdict) | { readonly fault: string }> {
  const how = 'openssl pkey -in key.pem -pubout makes it of the private one';
  const key = await keyFrom(path, createPublicKey, `is no public key of the kind Ed25519: ${how}`);
  if ('fault' in key) return key;
  return (receipt, signature) => {
    if (signature === null) return 'missing';
    const bytes = Buffer.from(signature.trim(), 'base64');
    return verify(null, Buffer.from(canonicalJson(receipt)), key, bytes) ? 'right' : 'wrong';
  };
}

async function keyFrom(
  path: string,
  read: (pem: string) => KeyObject,
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
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  return { fault: `${path} ${what}.` };
}
