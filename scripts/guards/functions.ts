import { type ArrowFunctionExpression, type Function as FunctionNode, type Node, visitorKeys } from 'oxc-parser'

export type Callable = FunctionNode | ArrowFunctionExpression

export function childrenOf(node: Node): Node[] {
  const fields = node as unknown as Record<string, Node | (Node | null)[] | null | undefined>
  return (visitorKeys[node.type] ?? []).flatMap((key) => fields[key] ?? []).filter((child) => child !== null)
}

/** Every node below this one, itself included. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of childrenOf(node)) yield* nodesOf(child)
}

export function isCallable(node: Node | null | undefined): node is Callable {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
}

/** Whatever stands around an expression without changing what it does. */
export function plain(node: Node): Node {
  if (
    node.type === 'ChainExpression' ||
    node.type === 'ParenthesizedExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSNonNullExpression'
  )
    return plain(node.expression)
  return node
}

/** `name`, or for a member the name behind the last dot; undefined where it is computed. */
export function nameOf(node: Node): string | undefined {
  const inner = plain(node)
  if (inner.type === 'Identifier') return inner.name
  if (inner.type !== 'MemberExpression' || inner.computed) return undefined
  return inner.property.type === 'PrivateIdentifier' ? `#${inner.property.name}` : nameOf(inner.property)
}

/** `guarded(…)`, or a function made of it that is called guard. */
export function isGuard(node: Node | null | undefined): boolean {
  if (!node) return false
  const inner = plain(node)
  return inner.type === 'CallExpression' && /^#?guard(ed)?$/.test(nameOf(inner.callee) ?? '')
}

/** What is declared as, or set to, a guarded function. */
export function guardedNames(program: Node): Set<string> {
  const names = new Set<string>()
  for (const node of nodesOf(program)) {
    if (node.type === 'VariableDeclarator' && isGuard(node.init)) names.add(nameOf(node.id as Node) ?? '')
    if (node.type === 'AssignmentExpression' && isGuard(node.right)) names.add(nameOf(node.left as Node) ?? '')
  }
  return names
}

/** The functions and methods of a file by name. One name may stand for several; then what is said must hold for all. */
export function namedFunctions(program: Node): Map<string, Callable[]> {
  const named = new Map<string, Callable[]>()
  const add = (name: string | undefined, value: Node | null | undefined) => {
    if (name === undefined || !value) return
    const callable = callableIn(value)
    if (callable) named.set(name, [...(named.get(name) ?? []), callable])
  }
  for (const node of nodesOf(program)) {
    if (node.type === 'FunctionDeclaration') add(node.id?.name, node as unknown as Node)
    else if (node.type === 'VariableDeclarator') add(nameOf(node.id as Node), node.init)
    else if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition' || node.type === 'Property')
      add(keyOf(node.key as Node), node.value as Node | null)
  }
  return named
}

function keyOf(key: Node): string | undefined {
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : nameOf(key)
}

function callableIn(value: Node): Callable | undefined {
  const inner = plain(value)
  if (inner.type === 'FunctionDeclaration') return inner as unknown as Callable
  return isCallable(inner) ? inner : undefined
}
