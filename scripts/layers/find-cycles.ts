/** Groups of files that import each other in a circle (strongly connected parts with more than one member, or self-imports). */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const cycles: string[][] = []

  function visit(node: string): void {
    const order = index.size
    index.set(node, order)
    low.set(node, order)
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(node, Math.min(low.get(node) ?? order, low.get(next) ?? order))
      } else if (onStack.has(next)) {
        low.set(node, Math.min(low.get(node) ?? order, index.get(next) ?? order))
      }
    }
    if (low.get(node) !== order) return
    const part = stack.splice(stack.indexOf(node))
    for (const member of part) onStack.delete(member)
    if (part.length > 1 || graph.get(node)?.includes(node)) cycles.push(part.sort())
  }

  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return cycles
}
