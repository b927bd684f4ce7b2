import { type Device, isHandheld } from './device.ts';

/** One core stays with the page; three files at once are as many as a tab's memory should hold. One on a phone. */
export function poolSize(device: Device): number {
  if (isHandheld(device)) return 1;
  return Math.max(1, Math.min(device.hardwareConcurrency - 1, 3));
}

/** One thread less than cores, since the document's own worker runs jobs, too; the tab's memory limits both. */
export function workPoolSize(device: Device): {
  readonly threads: number;
  readonly pixels: number;
} {
  const { hardwareConcurrency } = device;
  if (isHandheld(device)) {
    return { threads: 1, pixels: 12_000_000 };
  }
  return { threads: Math.max(1, Math.min(hardwareConcurrency - 1, 7)), pixels: 36_000_000 };
}

/**
 * Cores that are never used by the work on files: none on most devices, and none on handheld ones, whose memory is
 * small.
 */
export function spareCores(device: Device): number {
  if (isHandheld(device)) return 0;
  return Math.max(0, device.hardwareConcurrency - poolSize(device) - workPoolSize(device).threads);
}
