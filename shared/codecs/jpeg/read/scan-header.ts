import type { ScanComponent } from '../kernel/scan-kinds.ts';

/** A scan header: T.81, B.2.3, with the names of the standard in brackets. */
export interface Scan {
  /** Indices into the frame's components, with the tables each one uses. */
  readonly components: readonly ScanComponent[];
  /** First and last coefficient in zigzag order (Ss, Se). */
  readonly first: number;
  readonly last: number;
  /** Low bits of these coefficients that are missing before (Ah; 0 in their first scan) and after it (Al). */
  readonly high: number;
  readonly low: number;
}

/** Reads the body of an SOS segment for a frame with these component identifiers, or null. */
export function readScan(body: Uint8Array, ids: readonly number[]): Scan | null {
  const count = body[0] ?? 0;
  if (count === 0 || count > ids.length || body.length < 4 + count * 2) return null;
  const components: ScanComponent[] = [];
  for (let at = 1; at < 1 + count * 2; at += 2) {
    const component = ids.indexOf(body[at]!);
    if (component === -1 || components.some((other) => other.component === component)) return null;
    const scanComponent = { component, dcTable: body[at + 1]! >> 4, acTable: body[at + 1]! & 15 };
    components.push(scanComponent);
  }
  const band = 1 + count * 2;
  const approximation = body[band + 2]!;
  return {
    components,
    first: body[band]!,
    last: body[band + 1]!,
    high: approximation >> 4,
    low: approximation & 15,
  };
}

/**
 * Tracks which coefficients have arrived, to which bit. Decoders smooth the image if some are missing, and
 * differ on repeated ones: both are refused.
 */
export class Coverage {
  readonly #isProgressive: boolean;
  /** Per component and coefficient: missing bits, or `UNSEEN`. */
  readonly #missing: Int8Array[];

  constructor(componentCount: number, isProgressive: boolean) {
    this.#isProgressive = isProgressive;
    this.#missing = Array.from({ length: componentCount }, () => new Int8Array(64).fill(UNSEEN));
  }

  /** Records a scan; returns false if it is not allowed here (T.81, G.1.1.1). */
  add({ components, first, last, high, low }: Scan): boolean {
    if (this.#isProgressive) {
      if (last > 63 || first > last || low > MAX_LOW) return false;
      // "Ss shall be 0 [and] Se shall be 0" for DC; AC scans have one component (G.1.1.1.1)
      if (first === 0 ? last !== 0 : components.length !== 1) return false;
      if (high !== 0 && high !== low + 1) return false;
    } else if (first !== 0 || last !== 63 || high !== 0 || low !== 0) {
      return false;
    }
    for (const { component } of components) {
      const missing = this.#missing[component]!;
      for (let k = first; k <= last; k += 1) {
        if (missing[k] !== (high === 0 ? UNSEEN : high)) return false;
        missing[k] = low;
      }
      if (first > 0 && missing[0] === UNSEEN) return false;
    }
    return true;
  }

  /** True if every bit of every coefficient has arrived. */
  get isComplete(): boolean {
    return this.#missing.every((component) => component.every((bits) => bits === 0));
  }
}

const UNSEEN = -1;
const MAX_LOW = 13;
