import type { Node } from 'oxc-parser'
import type { Callable } from '../guards/functions.ts'
import { type FileFacts, home, type Index } from './file-facts.ts'

export const PLATFORM = 'packages/server/src/actions/platform/platform.ts'

/** The parts that a type takes of the platform; `undefined` where it takes none or cannot be read. */
export function declaredParts(index: Index, facts: FileFacts, type: Node): ReadonlySet<string> | undefined {
  if (type.type === 'TSIntersectionType') {
    const members = type.types.flatMap((one) => (one.type === 'TSTypeLiteral' ? one.members : []))
    return joined(
      index,
      members,
      type.types.map((one) => declaredParts(index, facts, one)),
    )
  }
  if (type.type === 'TSInterfaceDeclaration')
    return facts.path === PLATFORM && type.id.name === 'Platform' ? new Set(memberNames(type.body.body)) : undefined
  if (type.type === 'TSIndexedAccessType') return parameterParts(index, facts, type)
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined
  const [picked, keys] = type.typeArguments?.params ?? []
  if (type.typeName.name === 'Pick' && picked && keys) {
    const known = declaredParts(index, facts, picked)
    return known && new Set(namesOf(keys).filter((name) => known.has(name)))
  }
  const place = home(index, facts, type.typeName.name)
  const declared = place?.facts.types.get(place.name)
  return place && declared && declaredParts(index, place.facts, declared)
}

/** The type of a parameter, with its default set aside. */
export function typeOfParameter(parameter: Node): Node | undefined {
  const pattern = parameter.type === 'AssignmentPattern' ? (parameter.left as Node) : parameter
  const { typeAnnotation } = pattern as { typeAnnotation?: { typeAnnotation: Node } | null }
  return typeAnnotation?.typeAnnotation
}

/** The parts that a function takes with one of its parameters. */
export function partsOfParameter(index: Index, facts: FileFacts, callable: Callable, at: number) {
  const parameter = callable.params[at] as Node | undefined
  const type = parameter && typeOfParameter(parameter)
  return type && declaredParts(index, facts, type)
}

/** `Parameters<typeof other>[0]` */
function parameterParts(index: Index, facts: FileFacts, type: Extract<Node, { type: 'TSIndexedAccessType' }>) {
  const { objectType, indexType } = type
  if (objectType.type !== 'TSTypeReference' || objectType.typeName.type !== 'Identifier') return undefined
  const [query] = objectType.typeArguments?.params ?? []
  if (objectType.typeName.name !== 'Parameters' || query?.type !== 'TSTypeQuery') return undefined
  if (query.exprName.type !== 'Identifier') return undefined
  const place = home(index, facts, query.exprName.name)
  const callable = place?.facts.functions.get(place.name)
  return place && callable && partsOfParameter(index, place.facts, callable, Number(namesOf(indexType)[0]))
}

/** What several types take together; members beside them count where they are called like parts. */
function joined(index: Index, members: readonly Node[], sets: readonly (ReadonlySet<string> | undefined)[]) {
  const known = sets.filter((set) => set !== undefined)
  if (known.length === 0) return undefined
  const facts = index.get(PLATFORM)
  const platform = facts?.types.get('Platform')
  const all = facts && platform && declaredParts(index, facts, platform)
  return new Set([...known.flatMap((set) => [...set]), ...memberNames(members).filter((name) => all?.has(name))])
}

function memberNames(members: readonly Node[]): string[] {
  return members.flatMap((one) =>
    one.type === 'TSPropertySignature' && one.key.type === 'Identifier' ? [one.key.name] : [],
  )
}

/** `'a' | 'b'` */
function namesOf(type: Node): string[] {
  if (type.type === 'TSUnionType') return type.types.flatMap(namesOf)
  return type.type === 'TSLiteralType' && 'value' in type.literal ? [String(type.literal.value)] : []
}
