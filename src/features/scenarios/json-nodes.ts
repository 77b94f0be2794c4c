import type { Node } from 'jsonc-parser';

interface Property {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node;
}

/** The value at a dotted path. Of what is not there, the nearest part around it, and what of the path is left. */
export function nodeAt(node: Node, path: string): { readonly node: Node; readonly rest: string } {
  if (path === '') return { node, rest: '' };
  if (node.type === 'array') {
    const [index = ''] = path.split('.', 1);
    const item = node.children?.[Number(index)];
    return item === undefined ? { node, rest: path } : nodeAt(item, path.slice(index.length + 1));
  }
  // A key may hold dots itself, so that the path is not cut at them beforehand.
  for (const property of node.type === 'object' ? (node.children ?? []) : []) {
    const found = asProperty(property);
    if (found === null || !path.startsWith(found.key)) continue;
    const after = path.slice(found.key.length);
    if (after === '' || after.startsWith('.')) return nodeAt(found.value, after.slice(1));
  }
  return { node, rest: path };
}

/** Each key that its object has already. */
export function duplicateKeys(node: Node): readonly { readonly key: string; readonly node: Node }[] {
  if (node.type === 'array') return (node.children ?? []).flatMap(duplicateKeys);
  const known = new Set<string>();
  return (node.children ?? []).flatMap((property) => {
    const found = asProperty(property);
    if (found === null) return [];
    const { key, keyNode, value } = found;
    const again = known.has(key) ? [{ key, node: keyNode }] : [];
    known.add(key);
    return [...again, ...duplicateKeys(value)];
  });
}

function asProperty({ type, children: [keyNode, value] = [] }: Node): Property | null {
  const key: unknown = keyNode?.value;
  return type !== 'property' || keyNode === undefined || value === undefined || typeof key !== 'string' ? null : { key, keyNode, value };
}
