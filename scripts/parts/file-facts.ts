import { posix } from 'node:path'
import { type Node, parseSync } from 'oxc-parser'
import { type Callable, isCallable } from '../guards/functions.ts'

/** What a source file declares at its top, by name. */
export interface FileFacts {
  path: string
  text: string
  program: Node
  imports: Map<string, { path: string; name: string }>
  functions: Map<string, Callable>
  /** Aliases and interfaces. */
  types: Map<string, Node>
}

export type Index = ReadonlyMap<string, FileFacts>

export function indexSources(sources: ReadonlyMap<string, string>): Index {
  return new Map([...sources].map(([path, text]) => [path, factsOf(path, text)]))
}

function factsOf(path: string, text: string): FileFacts {
  const { program, errors } = parseSync(path, text)
  const [broken] = errors
  if (broken) throw new Error(`${path} cannot be parsed: ${broken.message}`)
  const facts: FileFacts = { path, text, program, imports: new Map(), functions: new Map(), types: new Map() }
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') addImports(facts, statement)
    else addDeclaration(facts, (('declaration' in statement && statement.declaration) || statement) as Node)
  }
  return facts
}

function addImports({ path, imports }: FileFacts, statement: Extract<Node, { type: 'ImportDeclaration' }>): void {
  const module = statement.source.value
  if (!module.startsWith('.')) return
  for (const one of statement.specifiers) {
    if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue
    imports.set(one.local.name, { path: posix.join(posix.dirname(path), module), name: one.imported.name })
  }
}

function addDeclaration({ functions, types }: FileFacts, node: Node): void {
  if (node.type === 'FunctionDeclaration' && node.id) functions.set(node.id.name, node as unknown as Callable)
  if (node.type === 'TSTypeAliasDeclaration') types.set(node.id.name, node.typeAnnotation)
  if (node.type === 'TSInterfaceDeclaration') types.set(node.id.name, node)
  if (node.type !== 'VariableDeclaration') return
  for (const { id, init } of node.declarations)
    if (id.type === 'Identifier' && isCallable(init)) functions.set(id.name, init)
}

/** Where a name of this file is declared: here, or in the file it is imported from. */
export function home(index: Index, facts: FileFacts, name: string): { facts: FileFacts; name: string } | undefined {
  const imported = facts.imports.get(name)
  if (imported === undefined) return { facts, name }
  const from = index.get(imported.path)
  return from && { facts: from, name: imported.name }
}
