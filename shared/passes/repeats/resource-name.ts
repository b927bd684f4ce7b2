/** A resource name with its category. */
export interface ResourceName {
  readonly category: 'XObject' | 'Font' | 'ExtGState' | 'ColorSpace' | 'Shading';
  readonly name: string;
}
