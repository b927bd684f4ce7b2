import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Keeps secrets of documents unreadable in the database and its backups (AES-256-GCM). */
export interface Sealer {
  /** @param owner the row's id: what is sealed for one row opens in no other */
  seal(text: string, owner: string): string;
  /** Returns undefined where no key of today opens it. */
  open(sealed: string, owner: string): string | undefined;
}

export const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FILE = 'jobs.secret';

/** @param secrets the first seals, all open */
export function createSealer(secrets: readonly [Buffer, ...Buffer[]]): Sealer {
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secrets[0], nonce).setAAD(Buffer.from(owner));
      const packed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), packed]).toString('base64');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64');
      const [nonce, tag] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
      ];
      for (const secret of secrets) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(owner));
          decipher.setAuthTag(tag);
          const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
          return Buffer.concat([text, decipher.final()]).toString('utf8');
        } catch {
          // Sealed with another secret, or changed since: the next one may open it.
        }
      }
      return undefined;
    },
  };
}

/** The secret of this machine, made in the data folder at the first start; its owner alone may read it. */
export function secretIn(dataDir: string): Buffer {
  const path = join(dataDir, FILE);
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, randomBytes(SECRET_BYTES));
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path);
}
