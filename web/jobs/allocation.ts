/** State of allocating a total limit. */
export type AllocationState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly budget: number }
  | { readonly kind: 'fits'; readonly budget: number }
  /** As small as possible, as the user chose, which exceeds the request. */
  | { readonly kind: 'closest'; readonly budget: number }
  | {
      readonly kind: 'impossible';
      readonly budget: number;
      readonly leastBytes: number;
      /** The budget by which `leastBytes` was made, and would be again; absent where it is a prediction. */
      readonly goal?: number;
    };
