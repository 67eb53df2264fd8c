interface Node<Value> {
  value?: Value
  below?: Map<string, Node<Value>>
}

/**
 * Values by path, as folders hold them. A folder goes with everything below it in one step: who writes an image decides how many paths there are
 * and how many folders are removed.
 */
export class PathTree<Value> {
  readonly #root: Node<Value> = {}

  get(path: readonly string[]): Value | undefined {
    return this.#at(path)?.value
  }

  set(path: readonly string[], value: Value): void {
    let node = this.#root
    for (const part of path) {
      node.below ??= new Map()
      let next = node.below.get(part)
      if (next === undefined) {
        next = {}
        node.below.set(part, next)
      }
      node = next
    }
    node.value = value
  }

  /** Takes the value away and leaves what is below. */
  delete(path: readonly string[]): void {
    const node = this.#at(path)
    if (node !== undefined) delete node.value
  }

  deleteBelow(path: readonly string[]): void {
    const node = this.#at(path)
    if (node !== undefined) delete node.below
  }

  /** How many parts the shortest folder of a path has that has a value; undefined where none has. */
  depthOfFirst(path: readonly string[]): number | undefined {
    let node: Node<Value> | undefined = this.#root
    for (let depth = 1; depth < path.length; depth += 1) {
      node = node.below?.get(path[depth - 1] ?? '')
      if (node === undefined) return undefined
      if (node.value !== undefined) return depth
    }
    return undefined
  }

  entries(): [path: string, value: Value][] {
    const found: [string, Value][] = []
    const visit = (node: Node<Value>, path: string) => {
      if (node.value !== undefined) found.push([path, node.value])
      for (const [part, next] of node.below ?? []) visit(next, path === '' ? part : `${path}/${part}`)
    }
    visit(this.#root, '')
    return found
  }

  #at(path: readonly string[]): Node<Value> | undefined {
    let node: Node<Value> | undefined = this.#root
    for (const part of path) {
      node = node?.below?.get(part)
      if (node === undefined) return undefined
    }
    return node
  }
}
