import type { Page } from '@playwright/test';

/** Boxes with visible edges: words have to stay inside. */
const BOXES = 'button, .btn, .badge, .chip, .card, .sheet, .panel, .menu-item, .meta, select, td, th';

/**
 * Words that are not fully readable: outside the window, cut off by a box that does not scroll, or across the edge of a
 * button or card. Deliberate ellipses do not count.
 */
export async function overflowingText(page: Page): Promise<readonly string[]> {
  return page.evaluate((boxes) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (parent === null || text === '' || isUnseen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const why = rect.width === 0 ? null : faultOf(rect, parent);
        if (why === null) continue;
        found.push(`${why}: ${text.slice(0, 60)} (${parent.tagName}.${parent.className})`);
        break;
      }
    }
    return found;

    function isUnseen(element: Element): boolean {
      if (element.closest('.sr, .skip, script, style, noscript, option, svg, [hidden]') !== null) return true;
      // Text for screen readers only is one pixel wide.
      if (element.getBoundingClientRect().width <= 1) return true;
      return !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    }

    function faultOf(rect: DOMRect, parent: Element): string | null {
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const { overflowX, textOverflow, position } = getComputedStyle(box);
        if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') return null;
        const clips = overflowX === 'hidden' || overflowX === 'clip';
        if (clips && isOutside(rect, box.getBoundingClientRect())) return 'cut';
        if (box.matches(boxes) && isOutside(rect, box.getBoundingClientRect())) return 'across an edge';
        if (position === 'fixed') break;
      }
      return isOutside(rect, new DOMRect(0, 0, innerWidth, 0)) ? 'beside the window' : null;
    }

    /** To the left or right; one pixel is tolerance for rounding. */
    function isOutside(inner: DOMRect, outer: DOMRect): boolean {
      return inner.left < outer.left - 1 || inner.right > outer.right + 1;
    }
  }, BOXES);
}

/** Controls that a finger would miss: lower or narrower than 44 pixels. Links within a sentence are as wide as their words. */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll('a, button, select, summary, input:not([type="range"])')];
    return controls.flatMap((control) => {
      // The visually hidden file input has a label, and sliders a track.
      if (!control.checkVisibility() || control.closest('.sr, .skip, .file-input, [inert]') !== null)
        return [];
      const { width, height } = control.getBoundingClientRect();
      if (width <= 1 || height <= 1) return [];
      const around = Number.parseFloat(getComputedStyle(control, '::after').height) || 0;
      const isWord = control.matches('.link, a:not(.btn)');
      if (Math.max(height, around) >= 43.5 && (isWord || width >= 43.5)) return [];
      const name = (control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40);
      return [`small: ${name} (${control.className}) ${Math.round(width)} x ${Math.round(height)}`];
    });
  });
}
