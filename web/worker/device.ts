/** The parts of `navigator` that describe a device's capacity. */
export interface Device {
  readonly hardwareConcurrency: number;
  readonly userAgent: string;
  /** GiB, rounded; not in every browser. */
  readonly deviceMemory?: number;
}

export function isHandheld({ userAgent }: Device): boolean {
  return /Mobi|Android|iPhone|iPad/.test(userAgent);
}
