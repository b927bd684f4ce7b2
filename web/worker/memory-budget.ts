import { type Device, isHandheld } from './device.ts';

const GIB = 1024 ** 3;

/**
 * Bytes available to a tab's work. Phones kill tabs long before memory is full. If the browser does not report the
 * memory, a small phone or an ordinary computer is assumed.
 */
export function memoryBudget(device: Device): number {
  if (isHandheld(device)) return ((device.deviceMemory ?? 3) * GIB) / 3;
  return ((device.deviceMemory ?? 8) * GIB) / 2;
}
