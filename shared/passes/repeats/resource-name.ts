/** A name in content, and where it is looked up. */
export interface ResourceName {
  readonly category: 'XObject' | 'Font' | 'ExtGState' | 'ColorSpace' | 'Shading';
  readonly name: string;
}
