/** The right to work on one shard. */
export interface Lease {
  /** Whether this process still has it, as far as it knows. */
  isHeld(): boolean;
  /**
   * Runs `work` if the lease is held, for results that only its holder may write.
   *
   * @returns false if it was taken over, and `work` did not run
   */
  whileHeld(work: () => Promise<void>): Promise<boolean>;
  /** Idempotent. What a successor holds stays. */
  release(): Promise<void>;
}

/** Divides shards among processes. */
export interface Leases {
  /** Returns undefined if another process has it. @throws ArchiveStopped; the signal's reason */
  take(name: string): Promise<Lease | undefined>;
  /** Releases everything. */
  close(): Promise<void>;
}

const ALWAYS_HELD: Lease = {
  isHeld: () => true,
  async whileHeld(work) {
    await work();
    return true;
  },
  async release() {},
};

/** For a process that was given its part: no other one works on it. */
export const NO_LEASES: Leases = {
  take: async () => ALWAYS_HELD,
  async close() {},
};
