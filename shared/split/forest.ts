import type { PDFDict, PDFObject } from '../pdf/objects.ts';

/** A node of an outline, of a form's fields or of a structure tree. */
export interface TreeNode {
  /** As its parent names it: a reference, or itself. */
  readonly object: PDFObject;
  readonly dict: PDFDict;
  readonly parent: TreeNode | null;
  /** In the order of reading the whole tree, so a node comes before all below it. */
  readonly position: number;
}

/** A tree, and which of its nodes stand for something on each page. */
export interface Forest {
  readonly nodes: readonly TreeNode[];
  /** By index of the page. */
  readonly byPage: ReadonlyMap<number, readonly TreeNode[]>;
}

/** What of a tree goes with some pages: nodes that stand for something there, and those above them. */
export class KeptNodes {
  /** In the order of reading. */
  readonly nodes: readonly TreeNode[];
  readonly roots: readonly TreeNode[];
  readonly #kids = new Map<TreeNode, TreeNode[]>();

  /** It takes as long as there are nodes to keep, however large the tree is. */
  constructor({ byPage }: Forest, { first, end }: PageRange) {
    const kept = new Set<TreeNode>();
    for (let page = first; page < end; page += 1) {
      for (const leaf of byPage.get(page) ?? []) {
        for (let node: TreeNode | null = leaf; node !== null && !kept.has(node); node = node.parent)
          kept.add(node);
      }
    }
    this.nodes = [...kept].sort((a, b) => a.position - b.position);
    this.roots = this.nodes.filter(({ parent }) => parent === null);
    for (const node of this.nodes) {
      if (node.parent === null) continue;
      const siblings = this.#kids.get(node.parent);
      if (siblings === undefined) this.#kids.set(node.parent, [node]);
      else siblings.push(node);
    }
  }

  kidsOf(node: TreeNode): readonly TreeNode[] {
    return this.#kids.get(node) ?? [];
  }
}

/** Pages that follow each other, by index. */
export interface PageRange {
  readonly first: number;
  /** Behind the last. */
  readonly end: number;
}

export function isIn({ first, end }: PageRange, page: number): boolean {
  return page >= first && page < end;
}

/** Collects a forest in the order of reading. What stands for no page goes with the one before it. */
export class ForestBuilder implements Forest {
  readonly nodes: TreeNode[] = [];
  readonly byPage = new Map<number, TreeNode[]>();
  #page = 0;

  add(object: PDFObject, dict: PDFDict, parent: TreeNode | null): TreeNode {
    const node: TreeNode = { object, dict, parent, position: this.nodes.length };
    this.nodes.push(node);
    return node;
  }

  /** @param page null where it stands for none */
  stands(node: TreeNode, page: number | null): void {
    this.#page = page ?? this.#page;
    const nodes = this.byPage.get(this.#page);
    if (nodes === undefined) this.byPage.set(this.#page, [node]);
    else nodes.push(node);
  }
}
