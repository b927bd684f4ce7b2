/** Modules whose bytes are in the code: those of `simd/`, and libdeflate. */
export type KernelName =
  | 'classify'
  | 'digest'
  | 'inflate'
  | 'jbig2'
  | 'jbig2-decoder'
  | 'jpeg'
  | 'lanczos'
  | 'libdeflate'
  | 'packing'
  | 'pixels'
  | 'png'
  | 'runs'
  | 'scan'
  | 'similarity'
  | 'symbols';

export type Kernels = Readonly<Record<KernelName, WebAssembly.Module>>;

let provided: Partial<Kernels> = {};

/** Uses these compiled modules. For environments such as workerd, which compile nothing at run time. */
export function useKernels(kernels: Kernels): void {
  provided = kernels;
}

/** Returns the provided module, or compiles the bytes. */
export function kernelModule(name: KernelName, bytes: () => Uint8Array<ArrayBuffer>): WebAssembly.Module {
  return provided[name] ?? new WebAssembly.Module(bytes());
}
