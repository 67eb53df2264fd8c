import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { ensureSyntaxTree, type syntaxTree } from '@codemirror/language'
import { manifestSchema } from '@mkt/manifest'

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

/** How long completion may wait for the rest of the text to be parsed. A manifest takes a few milliseconds. */
const PARSE_MS = 2000

interface Schema {
  description?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** The schemas that may describe what is reached by one more step; alternatives are all followed. */
function inside(schemas: Schema[], step: string | number): Schema[] {
  return schemas
    .flatMap((schema) => [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    .flatMap((schema) => {
      const next = typeof step === 'number' ? schema.items : schema.properties?.[step]
      return next ? [next] : []
    })
}

/** Where a node is in the document, from the outside in. */
function pathTo(node: SyntaxNode | null, textOf: (node: SyntaxNode) => string): (string | number)[] {
  const path: (string | number)[] = []
  for (let at = node; at; at = at.parent) {
    if (at.name === 'Array') path.unshift(0)
    if (at.name === 'Property') {
      const name = at.getChild('PropertyName')
      if (name) path.unshift(textOf(name))
    }
  }
  return path
}

function options(schemas: Schema[]): { label: string; detail?: string }[] {
  const all = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
  const values = all.flatMap((schema) => {
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value))
    return schema.type === 'boolean' ? ['true', 'false'] : []
  })
  return [...new Set(values)].map((label) => ({ label }))
}

/** Puts a proposal in place of what was begun, the closing quote included that the editor had set by itself. */
function put(label: string, colon: boolean): NonNullable<Completion['apply']> {
  return (view, _, from, to) => {
    const rest = view.state.sliceDoc(to, to + 40)
    const quote = label.endsWith('"') && rest.startsWith('"') ? 1 : 0
    const insert = colon && !/^\s*:/.test(rest.slice(quote)) ? `${label}: ` : label
    view.dispatch({ changes: { from, to: to + quote, insert }, selection: { anchor: from + insert.length } })
  }
}

/** Proposes what the manifest's schema allows here: property names, or the values of a closed set. */
export function completeManifest(context: CompletionContext): CompletionResult | null {
  const textOf = (node: SyntaxNode) => context.state.sliceDoc(node.from, node.to).replaceAll('"', '')
  const word = context.matchBefore(/"?[\w.*-]*/)
  const from = word?.from ?? context.pos
  const before = context.state.sliceDoc(0, from).trimEnd()
  const afterColon = before.endsWith(':')
  if (!context.explicit && word?.text === '' && !afterColon) return null
  // The editor parses in small slices: on a busy machine the tree may not reach the cursor yet.
  const tree = ensureSyntaxTree(context.state, context.state.doc.length, PARSE_MS)
  if (tree === null) return null
  const node = tree.resolveInner(context.pos, -1)
  const root = [manifestSchema as Schema]
  const naming = node.name === 'PropertyName' || node.name === 'Object' || node.parent?.name === 'Object'
  if (naming && !afterColon) {
    const object = node.name === 'Object' ? node : node.parent?.name === 'Property' ? node.parent.parent : node.parent
    const schemas = pathTo(object, textOf).reduce<Schema[]>(inside, root)
    const present = new Set(
      (object?.getChildren('Property') ?? []).flatMap((property) => {
        const name = property.getChild('PropertyName')
        return name && name.from !== node.from ? [textOf(name)] : []
      }),
    )
    const known = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    const names = new Map(known.flatMap((schema) => Object.entries(schema.properties ?? {})))
    return {
      from,
      options: [...names]
        .filter(([name]) => !present.has(name))
        .map(([name, schema]) => ({
          label: JSON.stringify(name),
          apply: put(JSON.stringify(name), true),
          ...(schema.description ? { info: schema.description } : {}),
          type: 'property',
        })),
    }
  }
  const place = afterColon ? tree.resolveInner(before.length, -1) : node
  const values = options(pathTo(place, textOf).reduce<Schema[]>(inside, root))
  if (values.length === 0) return null
  return { from, options: values.map((value) => ({ ...value, apply: put(value.label, false) })) }
}
