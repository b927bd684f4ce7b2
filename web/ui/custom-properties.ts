import type { CSSProperties } from 'react';

/**
 * Lengths computed by script, as CSS custom properties. React sets them through the style object
 * (`el.style.setProperty`), which `style-src 'self'` allows, unlike a style attribute.
 */
export function customProperties(values: Readonly<Record<`--${string}`, string>>): CSSProperties {
  // CSSProperties has no index for custom properties, though React sets them.
  return values as CSSProperties;
}

/** `42.5%` from 0.425. */
export function percentLength(fraction: number): string {
  const bounded = Math.min(1, Math.max(0, Number.isFinite(fraction) ? fraction : 0));
  return `${(bounded * 100).toFixed(2)}%`;
}
