import { type CallExpression, type Node, parseSync } from 'oxc-parser'
import { isCallable, nameOf, nodesOf, plain } from './functions.ts'
import { Quiet } from './quiet.ts'

const LISTENERS = new Set(['on', 'once', 'addListener', 'prependListener', 'addEventListener'])
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'nextTick'])
/** Their last argument, where it is a function, is called by the runtime. */
const WITH_CALLBACK = new Set('createServer listen close end watch lookup execFile exec connect request'.split(' '))
/** What they make ends the process when it fails and nobody listens. */
const EMITTERS = new Set(['createServer', 'spawn', 'createWriteStream', 'connect', 'watch'])

/**
 * Finds callbacks that the runtime calls and that could throw outside a guard, promises that nobody hears failing, and emitters without a listener
 * for errors: each of them ends the process instead of the one exchange it belongs to. One line for each.
 */
export function checkGuards(sources: ReadonlyMap<string, string>): string[] {
  if (sources.size === 0) return ['no source file was read']
  return [...sources].flatMap(([path, text]) => checkFile(path, text))
}

function checkFile(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text)
  const [broken] = errors
  if (broken) return [`${path} cannot be parsed: ${broken.message}`]
  const quiet = new Quiet(program)
  const found = new Map<number, string>()
  for (const node of nodesOf(program)) {
    for (const { at, problem } of problemsOf(node, quiet)) found.set(at.start, problem)
  }
  const missing = missingErrorListener(program, text)
  return [
    ...[...found].map(([start, problem]) => `${path}:${text.slice(0, start).split('\n').length} ${problem}`),
    ...missing.map((name) => `${path} ${name}(…) fails by an 'error' event: listen for it, or it ends the process`),
  ]
}

interface Problem {
  at: Node
  problem: string
}

function problemsOf(node: Node, quiet: Quiet): Problem[] {
  if (node.type === 'CallExpression') {
    return callbacksOf(node)
      .filter((callback) => !quiet.callback(callback))
      .map((at) => ({ at, problem: 'can throw where only the process would hear of it: wrap it in guarded(…)' }))
  }
  if (node.type === 'UnaryExpression' && node.operator === 'void' && plain(node.argument).type === 'CallExpression') {
    return quiet.node(node.argument) ? [] : [{ at: node, problem: 'a promise nobody hears failing: add a catch' }]
  }
  if (node.type === 'BlockStatement') return keptPromises(node.body as Node[], quiet)
  if (node.type === 'ExpressionStatement') {
    const call = plain(node.expression)
    const ending = call.type === 'CallExpression' ? nameOf(call.callee) : undefined
    if (ending !== 'then' && ending !== 'finally' && ending !== 'catch') return []
    return quiet.node(call) ? [] : [{ at: node, problem: 'a promise that can fail after its last handler' }]
  }
  return []
}

/** A statement, or those that stand without braces after an `if`. */
function branchesOf(statement: Node): Node[] {
  if (statement.type !== 'IfStatement') return [statement]
  return [statement.consequent as Node, ...(statement.alternate ? branchesOf(statement.alternate as Node) : [])]
}

/** Promises that a block keeps in a variable of somebody else, and neither awaits nor returns. */
function keptPromises(body: readonly Node[], quiet: Quiet): Problem[] {
  const heard = new Set<string | undefined>()
  for (const node of body.flatMap((statement) => [...nodesOf(statement)]))
    if ((node.type === 'ReturnStatement' || node.type === 'AwaitExpression') && node.argument)
      heard.add(nameOf(node.argument as Node))
  return body.flatMap(branchesOf).flatMap((at) => {
    const kept = at.type === 'ExpressionStatement' ? plain(at.expression) : undefined
    if (kept?.type !== 'AssignmentExpression' || heard.has(nameOf(kept.left as Node))) return []
    const call = plain(kept.right)
    if (call.type !== 'CallExpression' || !quiet.isPromise(call) || quiet.node(call)) return []
    return [{ at, problem: 'a promise that is kept, and fails before anybody listens: add a catch' }]
  })
}

/** The arguments of a call that the runtime calls later. */
function callbacksOf(call: CallExpression): Node[] {
  const callee = plain(call.callee)
  const name = nameOf(callee) ?? ''
  const given = call.arguments as Node[]
  // Of a socket, a request or an answer: after how long, and what is called then.
  if (callee.type === 'MemberExpression' && name === 'setTimeout') return given.slice(1, 2)
  if (TIMERS.has(name)) return given.slice(0, 1)
  if (callee.type === 'MemberExpression' && LISTENERS.has(name)) {
    const [event, listener] = given
    const named = event?.type === 'Literal' || (event !== undefined && nameOf(event) === 'signal')
    return listener !== undefined && (named || isCallable(plain(listener))) ? [listener] : []
  }
  const last = given.at(-1)
  if (last === undefined || !WITH_CALLBACK.has(name)) return []
  return isCallable(plain(last)) || (name === 'createServer' && nameOf(last) !== undefined) ? [last] : []
}

function missingErrorListener(program: Node, text: string): string[] {
  const used = new Set<string>()
  for (const node of nodesOf(program)) {
    if (node.type !== 'ImportDeclaration' || !node.source.value.startsWith('node:')) continue
    for (const one of node.specifiers) if (EMITTERS.has(one.local.name)) used.add(one.local.name)
  }
  // A server goes on after its first error, so it needs a listener that stays.
  const stays = /\.on\(\s*'error'/.test(text)
  const once = stays || /\.once\(\s*'error'|\bpipeline\(|\bonce\(\w+, '(exit|close)'/.test(text)
  return [...used].filter((name) => (name === 'createServer' ? !stays : !once))
}
