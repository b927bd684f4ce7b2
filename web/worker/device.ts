/** The parts of `navigator` that say how much a device can do. */
export interface Device {
  readonly hardwareConcurrency: number;
  readonly userAgent: string;
  /** GiB, rounded, and only where the browser tells. */
  readonly deviceMemory?: number;
}

export function isHandheld({ userAgent }: Device): boolean {
  return /Mobi|Android|iPhone|iPad/.test(userAgent);
}

const GIB = 1024 ** 3;

/**
 * Bytes that the work of a tab may take. Browsers end tabs of phones long before the memory is full; where they do
 * not say how much there is, a small phone and an ordinary computer are assumed.
 */
export function memoryBudget(device: Device): number {
  if (isHandheld(device)) return ((device.deviceMemory ?? 3) * GIB) / 3;
  return ((device.deviceMemory ?? 8) * GIB) / 2;
}
