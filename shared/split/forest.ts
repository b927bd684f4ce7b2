import type { PDFDict, PDFObject } from '../pdf/objects.ts';

/** A node of an outline, a form or a structure tree. */
export interface TreeNode {
  /** As the parent stores it: a reference, or the dictionary itself. */
  readonly object: PDFObject;
  readonly dict: PDFDict;
  readonly parent: TreeNode | null;
  /** Index in preorder. */
  readonly position: number;
}

/** A tree with the nodes that belong to each page. */
export interface Forest {
  readonly nodes: readonly TreeNode[];
  /** Keyed by page index. */
  readonly byPage: ReadonlyMap<number, readonly TreeNode[]>;
}

/** Nodes that belong to a range of pages, with their ancestors. */
export class KeptNodes {
  /** In preorder. */
  readonly nodes: readonly TreeNode[];
  readonly roots: readonly TreeNode[];
  readonly #kids = new Map<TreeNode, TreeNode[]>();

  /** Cost is proportional to the kept nodes, not to the size of the tree. */
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

/** A range of consecutive pages, by index. */
export interface PageRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

export function isIn({ first, end }: PageRange, page: number): boolean {
  return page >= first && page < end;
}

/** Collects a forest in preorder. A node without a page goes with the preceding node. */
export class ForestBuilder implements Forest {
  readonly nodes: TreeNode[] = [];
  readonly byPage = new Map<number, TreeNode[]>();
  #page = 0;

  add(object: PDFObject, dict: PDFDict, parent: TreeNode | null): TreeNode {
    const node: TreeNode = { object, dict, parent, position: this.nodes.length };
    this.nodes.push(node);
    return node;
  }

  /** @param page null if the node belongs to none */
  stands(node: TreeNode, page: number | null): void {
    this.#page = page ?? this.#page;
    const nodes = this.byPage.get(this.#page);
    if (nodes === undefined) this.byPage.set(this.#page, [node]);
    else nodes.push(node);
  }
}
