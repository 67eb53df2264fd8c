import type { Node } from 'oxc-parser'
import { type Callable, isCallable, nodesOf } from '../guards/functions.ts'
import { declaredParts, PLATFORM, typeOfParameter } from './declared-parts.ts'
import { type FileFacts, type Index, indexSources } from './file-facts.ts'
import { usedParts } from './used-parts.ts'

/**
 * An action says which parts of the platform it needs, so that a reader and a test see what it can reach. Finds types that take the whole
 * platform, and parameters that name a part which the function neither uses nor passes on.
 */
export function checkParts(sources: ReadonlyMap<string, string>): string[] {
  if (!sources.has(PLATFORM)) return [`${PLATFORM} was not read`]
  const index = indexSources(sources)
  return [...index.values()].flatMap((facts) => checkFile(index, facts))
}

function checkFile(index: Index, facts: FileFacts): string[] {
  const wholes = facts.path === PLATFORM ? [] : wholePlatforms(facts)
  const functions = [...nodesOf(facts.program)].filter(isFunction)
  const idle = functions.flatMap((callable) => idleParts(index, facts, callable))
  const lineOf = (node: Node) => facts.text.slice(0, node.start).split('\n').length
  return [
    ...wholes.map((node) => `${facts.path}:${lineOf(node)} takes the whole platform: name the parts it needs`),
    ...idle.map(({ node, parts }) => `${facts.path}:${lineOf(node)} names ${parts.join(', ')} and does not use it`),
  ]
}

const isFunction = (node: Node): node is Node & Callable =>
  isCallable(node) || (node.type as string) === 'FunctionDeclaration'

/** `Platform` as a type, unless parts are picked of it or one is named: `Pick<Platform, …>`, `Platform['log']`. */
function wholePlatforms(facts: FileFacts): Node[] {
  const [local] = [...facts.imports].find(([, { path, name }]) => path === PLATFORM && name === 'Platform') ?? []
  const isPlatform = (node: Node | undefined) =>
    node?.type === 'TSTypeReference' && node.typeName.type === 'Identifier' && node.typeName.name === local
  const nodes = [...nodesOf(facts.program)]
  const picked = new Set(nodes.map(narrowed))
  return local === undefined ? [] : nodes.filter((node) => isPlatform(node) && !picked.has(node))
}

/** What a type narrows down. */
function narrowed(node: Node): Node | undefined {
  if (node.type === 'TSIndexedAccessType') return node.objectType
  const base = node.type === 'TSTypeReference' ? node.typeName : node.type === 'TSInterfaceHeritage' && node.expression
  const isPick = base && base.type === 'Identifier' && base.name === 'Pick'
  return isPick && 'typeArguments' in node ? node.typeArguments?.params[0] : undefined
}

function idleParts(index: Index, facts: FileFacts, callable: Callable): { node: Node; parts: string[] }[] {
  return (callable.params as Node[]).flatMap((parameter) => {
    const type = typeOfParameter(parameter)
    const declared = type && declaredParts(index, facts, type)
    if (type === undefined || declared === undefined) return []
    const used = usedParts(index, facts, callable, parameter)
    const parts = used === 'all' ? [] : [...declared].filter((part) => !used.has(part))
    return parts.length === 0 ? [] : [{ node: type, parts }]
  })
}
