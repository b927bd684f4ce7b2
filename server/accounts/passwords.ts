import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { createFairQueue, type FairQueue } from '../limits/fair-queue.ts';
import { busyProblem, ProblemError } from '../problem.ts';

/** Cost of one password hash: N = 2^logN, in scrypt's terms (RFC 7914). */
export interface PasswordCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's recommendation for scrypt: 32 MiB, and about half a second of processor time. */
export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 3 };

export interface Passwords {
  /**
   * Returns the hash to store: `$scrypt$ln=15,r=8,p=3$salt$hash` (PHC string format). Unthrottled: the caller must have
   * authenticated the client.
   */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is right. Without `kept` it takes as long and returns false.
   *
   * @throws ProblemError `busy` if the queue is full
   */
  verify(password: string, kept: string | undefined, by?: HashClient): Promise<boolean>;
}

export interface HashClient {
  /** Clients take turns by name. */
  readonly name: string;
  /** Known clients have a reserved slot that strangers cannot occupy. */
  readonly isKnown: boolean;
}

const ANONYMOUS_CLIENT: HashClient = { name: '', isKnown: false };

/** Each hash occupies a thread of libuv's pool, which file access and DNS need too. */
const HASH_LIMITS = {
  strangers: { slots: 2, maxQueued: 16 },
  known: { slots: 1, maxQueued: 16 },
} as const;
const RETRY_AFTER_S = 5;

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const KEPT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export function createPasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const gates = {
    strangers: createFairQueue(HASH_LIMITS.strangers),
    known: createFairQueue(HASH_LIMITS.known),
  };
  // A dummy hash: verifying against it costs the same and never succeeds.
  const nobodys = format(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

  /** @throws ProblemError `busy` if the queue is full */
  const inTurn = async <Result>(
    gate: FairQueue,
    whose: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const place = await gate.acquire(new AbortController().signal, whose);
    if (place === undefined) throw new ProblemError(busyProblem('queue', RETRY_AFTER_S));
    try {
      return await work();
    } finally {
      place.release();
    }
  };

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return format(cost, salt, await inTurn(gates.known, '', () => scryptOf(password, salt, cost)));
    },

    async verify(password, kept = nobodys, by = ANONYMOUS_CLIENT) {
      const match = KEPT.exec(kept);
      if (match === null) throw new Error('a kept password has an unknown form');
      const [, logN, r, p, salt = '', hash = ''] = match;
      const keptCost = { logN: Number(logN), r: Number(r), p: Number(p) };
      const gate = by.isKnown ? gates.known : gates.strangers;
      const found = await inTurn(gate, by.name, () =>
        scryptOf(password, Buffer.from(salt, 'base64'), keptCost),
      );
      return timingSafeEqual(found, Buffer.from(hash, 'base64'));
    },
  };
}

function scryptOf(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** logN;
  // scrypt needs 128 × N × r bytes and a little for p. Node's default limit leaves out the latter.
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // The same password may be typed composed or decomposed, wide or narrow (RFC 8265 requires one form).
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}

function format({ logN, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=${logN},r=${r},p=${p}$${text(salt)}$${text(hash)}`;
}
