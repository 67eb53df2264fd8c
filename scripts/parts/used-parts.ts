import type { Node } from 'oxc-parser'
import { type Callable, childrenOf, nameOf, plain } from '../guards/functions.ts'
import { partsOfParameter } from './declared-parts.ts'
import { type FileFacts, home, type Index } from './file-facts.ts'

/**
 * The parts that a function uses of one of its parameters, or passes on to a function that asks for them. `all` where that cannot be told from
 * the text: the parameter is spread, kept, or handed to something unknown.
 */
export function usedParts(
  index: Index,
  facts: FileFacts,
  callable: Callable,
  parameter: Node,
): ReadonlySet<string> | 'all' {
  const pattern = parameter.type === 'AssignmentPattern' ? (parameter.left as Node) : parameter
  if (pattern.type === 'ObjectPattern') {
    const keys = keysOf(pattern)
    return keys === undefined ? 'all' : new Set(keys)
  }
  const name = nameOf(pattern)
  if (name === undefined || !callable.body) return 'all'
  const used = new Set<string>()
  for (const chain of usesOf(callable.body as Node, name, [])) {
    const found = use(index, facts, chain)
    if (found === undefined) return 'all'
    for (const part of found) used.add(part)
  }
  return used
}

/** Each place where a value stands by this name, with the nodes around it, nearest first. */
function* usesOf(node: Node, name: string, around: Node[]): Generator<{ node: Node; around: Node[] }> {
  if (node.type === 'Identifier' && node.name === name && !isLabel(node, around[0])) yield { node, around }
  for (const child of childrenOf(node)) yield* usesOf(child, name, [node, ...around])
}

/** The name of a member or of a type is no use of the value. */
function isLabel(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed
  if (parent?.type === 'Property') return parent.key === node && parent.value !== node && !parent.shorthand
  return parent?.type === 'TSTypeQuery' || parent?.type === 'TSPropertySignature'
}

function use(index: Index, facts: FileFacts, { node, around }: { node: Node; around: Node[] }) {
  const [parent] = around
  if (parent?.type === 'MemberExpression' && parent.object === node) {
    const part = nameOf(parent)
    return part === undefined ? undefined : [part]
  }
  if (parent?.type === 'VariableDeclarator' && parent.init === node && parent.id.type === 'ObjectPattern')
    return keysOf(parent.id as Node)
  if (parent?.type !== 'CallExpression') return undefined
  const callee = plain(parent.callee)
  const place = callee.type === 'Identifier' ? home(index, facts, callee.name) : undefined
  const called = place?.facts.functions.get(place.name)
  if (place === undefined || called === undefined) return undefined
  return partsOfParameter(index, place.facts, called, (parent.arguments as Node[]).indexOf(node))
}

/** The keys of `{ db, clock }`; undefined where the rest is kept too. */
function keysOf(pattern: Node): string[] | undefined {
  if (pattern.type !== 'ObjectPattern') return undefined
  const keys = pattern.properties.map((one) => (one.type === 'Property' ? nameOf(one.key as Node) : undefined))
  return keys.every((key) => key !== undefined) ? keys : undefined
}
