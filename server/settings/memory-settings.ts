import { availableParallelism, totalmem } from 'node:os';
import type { SettingReader } from './setting-reader.ts';

const MIB = 1024 * 1024;

/** Resources of the machine or container. */
export interface Machine {
  readonly processors: number;
  readonly memoryMb: number;
}

/** Settings that share the machine's memory. */
export interface MemorySettings {
  readonly maxUploadBytes: number;
  /** Maximum total bytes of in-memory documents. */
  readonly maxInFlightBytes: number;
  /** Bytes of cached results for requests with an `Idempotency-Key`. */
  readonly keptResultsBytes: number;
  /** Memory for documents that agents work on; 0: there is no `/mcp`. */
  readonly agentFilesBytes: number;
  /** Maximum private memory of a job's process, in MiB. */
  readonly jobMemoryMb: number;
  /** Concurrent jobs, each in its own process; one small document may run beside them. */
  readonly concurrency: number;
  /** Additional jobs of other clients while one client holds all of `concurrency`; 0 where memory does not suffice. */
  readonly guestSlots: 0 | 1;
  /** Memory available to this process, in MiB: the machine's or its container's. Not a setting. */
  readonly machineMemoryMb: number;
}

/** The server's own process, without the documents it holds. */
const SERVER_MB = 192;
const JOB_MEMORY_MB = { least: 256, most: 2048 };
/** A guest's slot takes memory from all jobs: there is none where each would have less than this. */
const GUEST_JOB_MB = 512;

export function thisMachine(): Machine {
  // Without a limit it is 0, or more than the total memory.
  const bound = process.constrainedMemory() || totalmem();
  return { processors: availableParallelism(), memoryMb: Math.floor(Math.min(bound, totalmem()) / MIB) };
}

/** Reads the settings that share memory. Each default is a part of what the others leave. */
export function readMemorySettings(read: SettingReader, { processors, memoryMb }: Machine): MemorySettings {
  const maxUploadMb = read.integer('MAX_UPLOAD_MB');
  // One upload of the maximum size, with its form, must always fit.
  const leastInFlightMb = maxUploadMb + 1;
  const usualInFlightMb = Math.max(leastInFlightMb, Math.min(1024, Math.floor(memoryMb / 4)));
  const maxInFlightMb = read.integer('MAX_IN_FLIGHT_MB', usualInFlightMb, leastInFlightMb);
  const usualConcurrency = Math.min(4, processors, Math.max(1, Math.floor(memoryMb / 1024)));
  const concurrency = read.integer('CONCURRENCY', usualConcurrency);
  const keptResultsMb = read.integer('IDEMPOTENCY_MEMORY_MB');
  const agentFilesMb = read.integer('AGENT_FILES_MB', Math.min(256, Math.floor(memoryMb / 32)));

  const leftForJobsMb = memoryMb - SERVER_MB - keptResultsMb - agentFilesMb - maxInFlightMb;
  const hasRoomForGuest = leftForJobsMb >= (concurrency + 2) * GUEST_JOB_MB;
  const usualJobMb = Math.floor(leftForJobsMb / (concurrency + (hasRoomForGuest ? 2 : 1)));
  const jobMemoryMb = read.integer(
    'JOB_MEMORY_MB',
    Math.min(JOB_MEMORY_MB.most, Math.max(JOB_MEMORY_MB.least, usualJobMb)),
  );
  return {
    maxUploadBytes: maxUploadMb * MIB,
    maxInFlightBytes: maxInFlightMb * MIB,
    keptResultsBytes: keptResultsMb * MIB,
    agentFilesBytes: agentFilesMb * MIB,
    concurrency,
    jobMemoryMb,
    guestSlots: leftForJobsMb >= (concurrency + 2) * jobMemoryMb ? 1 : 0,
    machineMemoryMb: memoryMb,
  };
}

/** Maximum memory that the settings allow the server to use, in MiB. */
export function memoryNeedMb(settings: Omit<MemorySettings, 'maxUploadBytes' | 'machineMemoryMb'>): number {
  const { keptResultsBytes, agentFilesBytes, maxInFlightBytes, concurrency, guestSlots, jobMemoryMb } =
    settings;
  return (
    SERVER_MB +
    (keptResultsBytes + agentFilesBytes + maxInFlightBytes) / MIB +
    // One small document may run beside the others, and where there is memory one of another client.
    (concurrency + 1 + guestSlots) * jobMemoryMb
  );
}
