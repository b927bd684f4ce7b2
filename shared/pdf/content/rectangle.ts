/** An upright rectangle; `left` <= `right`, `bottom` <= `top`. */
export interface Rectangle {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Returns the common part; its sides are swapped if there is none. */
export function common(one: Rectangle, other: Rectangle): Rectangle {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  };
}
