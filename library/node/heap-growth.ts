import { setFlagsFromString } from 'node:v8';

/**
 * V8 lets a heap double before it collects old garbage. A run over many small PDFs takes less memory if each heap may
 * grow by half, and no more time; a single PDF takes 3 to 7 % more time and as much memory (`bench/README.md`). The flag
 * holds for the whole process, so a library leaves it to its host.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
