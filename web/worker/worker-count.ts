import { type Device, isHandheld } from './device.ts';

/** One core stays with the page; three files at once are as many as a tab's memory should hold. On a phone, one. */
export function poolSize(device: Device): number {
  if (isHandheld(device)) return 1;
  return Math.max(1, Math.min(device.hardwareConcurrency - 1, 3));
}

/** A core less than there are, since the document's own worker does jobs, too; a tab's memory bounds both. */
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

/** Cores that the work of all files leaves alone, however much of it there is: none on most devices, and on none that is held, whose memory is small. */
export function spareCores(device: Device): number {
  if (isHandheld(device)) return 0;
  return Math.max(0, device.hardwareConcurrency - poolSize(device) - workPoolSize(device).threads);
}
