import { dirname, join } from 'node:path'

/**
 * Which failure codes an operation can answer, read from the source: the codes thrown by everything its handler names,
 * and by everything that names in turn. Our formatter keeps declarations at the beginning of a line, so no parser is
 * needed. It errs on the side of too many: a function that is named counts as called.
 */

/** A top-level declaration, or a route, with the text it stands for. */
interface Part {
  text: string
  /** Names it may use: declarations of its own file and imports, by the key of what they stand for. */
  scope: ReadonlyMap<string, string>
}

export interface Sources {
  /** Declarations by `file#name`. */
  parts: ReadonlyMap<string, Part>
  /** Routes by the id of their operation. */
  routes: ReadonlyMap<string, Part>
}

const declaration = /^(?:export )?(?:async )?(?:function|const|class) (\w+)/
const imported = /^import (?!type )\{([^}]*)\} from '(\.[^']+)'/gm

export function readSources(files: ReadonlyMap<string, string>): Sources {
  const parts = new Map<string, Part>()
  const routes = new Map<string, Part>()
  for (const [file, raw] of files) {
    const text = withoutComments(raw)
    const scope = importsOf(file, text)
    const own = split(text, declaration)
    for (const [name] of own) scope.set(name, `${file}#${name}`)
    for (const [name, body] of own) {
      const [before = '', ...listed] = body.split(/^\s*route\('/m)
      // What a group of routes shares is declared inside its function, before the first of them.
      const inner = new Map(scope)
      for (const [local, said] of listed.length > 0 ? split(before, /^ {2}const (\w+)/) : []) {
        inner.set(local, `${file}#${name}.${local}`)
        parts.set(`${file}#${name}.${local}`, { text: said, scope: inner })
      }
      for (const one of listed) {
        const end = one.indexOf("'")
        routes.set(one.slice(0, end), { text: one.slice(end + 1), scope: inner })
      }
      parts.set(`${file}#${name}`, { text: body, scope: inner })
    }
  }
  return { parts, routes }
}

function importsOf(file: string, text: string): Map<string, string> {
  const scope = new Map<string, string>()
  for (const [, names = '', module = ''] of text.matchAll(imported)) {
    const target = join(dirname(file), module)
    for (const item of names.split(',').map((each) => each.trim())) {
      if (item === '' || item.startsWith('type ')) continue
      const [name = '', local = name] = item.split(' as ')
      scope.set(local, `${target}#${name}`)
    }
  }
  return scope
}

/** The text from each line that declares something to the next that does. */
function split(text: string, begins: RegExp): [name: string, text: string][] {
  const found: [string, string[]][] = []
  for (const line of text.split('\n')) {
    const name = begins.exec(line)?.[1]
    if (name === undefined) found.at(-1)?.[1].push(line)
    else found.push([name, [line]])
  }
  return found.map(([name, lines]) => [name, lines.join('\n')])
}

function withoutComments(text: string): string {
  return text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, '').replace(/^[ \t]*\/\/.*$/gm, '')
}

/** Every code that a route can answer by itself, with the declaration that throws it. */
export function thrownCodes(sources: Sources, id: string, isCode: (word: string) => boolean): Map<string, string> {
  const route = sources.routes.get(id)
  if (route === undefined) throw new Error(`no route binds ${id}`)
  const thrown = new Map<string, string>()
  const seen = new Set<string>()
  const open: [key: string, part: Part][] = [[id, route]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [key, part] = next
    for (const code of codesIn(part.text, isCode)) if (!thrown.has(code)) thrown.set(code, key)
    for (const name of namesIn(part.text)) {
      const target = part.scope.get(name)
      const found = target === undefined || seen.has(target) ? undefined : sources.parts.get(target)
      if (target === undefined || found === undefined) continue
      seen.add(target)
      open.push([target, found])
    }
  }
  return thrown
}

/** Codes of failures that are made here, and those that are the keys of a table of refusals. */
function codesIn(text: string, isCode: (word: string) => boolean): string[] {
  const made = [...text.matchAll(/\bnew Failure\(\s*'(\w+)'/g)].map(([, code = '']) => code)
  const keys = [...text.matchAll(/^\s+([a-z]+(?:_[a-z]+)+): ['`]/gm)].map(([, code = '']) => code)
  return [...made, ...keys.filter(isCode)]
}

/** Names that are used as themselves: no members, no keys of objects, no words of strings. */
function namesIn(text: string): Set<string> {
  const code = text.replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
  return new Set(
    [...code.matchAll(/(?<![.\w$])([A-Za-z_$][\w$]*)\b(?!\s*:(?!:)\s*[^\s?])/g)].map(([, name = '']) => name),
  )
}
