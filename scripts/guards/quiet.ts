import type { CallExpression, Node } from 'oxc-parser'
import {
  type Callable,
  childrenOf,
  guardedNames,
  isCallable,
  isGuard,
  namedFunctions,
  nameOf,
  plain,
} from './functions.ts'

/** Functions of the runtime and of this repository that do not throw when the types are right. */
const QUIET_FUNCTIONS = new Set(
  'resolve reject clearTimeout clearInterval clearImmediate setTimeout setInterval setImmediate String Number Boolean exit guarded briefly noteDatabaseError'.split(
    ' ',
  ),
)

/** Methods that do not throw when the types are right: of streams, sockets, processes, collections, texts and logs. */
const QUIET_METHODS = new Set(
  (
    'abort add adopt close closeAllConnections closeIdleConnections clear cork debug delete destroy end error exit get getTime has includes info ' +
    'indexOf kill max min now off on once addEventListener pause pop push ref reject removeAllListeners resolve resume round set shift slice ' +
    'splice split startsWith subarray toISOString toString trim uncork unref values warn write'
  ).split(' '),
)

const QUIET_CLASSES = new Set('AbortController Date Error Failure Map Promise Set'.split(' '))

/** What handles failures by its name, where it comes from another file or as an argument. */
const HANDLER = /^#?(fail|failed|fault|lastResort|lost|onError|refuse|reject|report|reported)$/

/**
 * Judges whether code can throw, or its promise reject. It follows calls inside the file and takes everything it does not know for something that
 * throws. Types are trusted: `a.b` does not throw, a call of an unknown function does.
 */
export class Quiet {
  readonly #functions: ReadonlyMap<string, readonly Callable[]>
  readonly #guarded: ReadonlySet<string>
  readonly #judged = new Map<Callable, boolean>()

  constructor(program: Node) {
    this.#functions = namedFunctions(program)
    this.#guarded = guardedNames(program)
  }

  /** Whether a value that is called by the runtime is a function that cannot throw. */
  callback(value: Node): boolean {
    const inner = plain(value)
    if (isCallable(inner)) return this.callable(inner)
    if (inner.type === 'CallExpression') return isGuard(inner)
    const name = nameOf(inner)
    return name !== undefined && (HANDLER.test(name) || QUIET_FUNCTIONS.has(name) || this.#named(name))
  }

  /** Whether a call surely gives a promise: of an async function of this file, or the end of a chain. */
  isPromise(call: CallExpression): boolean {
    const callee = plain(call.callee)
    const name = nameOf(callee) ?? ''
    if (callee.type === 'MemberExpression') {
      if (name === 'then' || name === 'finally') return true
      if (plain(callee.object).type !== 'ThisExpression') return false
    }
    return this.#functions.get(name)?.every(({ async }) => async) ?? false
  }

  callable(callable: Callable): boolean {
    const known = this.#judged.get(callable)
    if (known !== undefined) return known
    // A function that calls itself is judged by the rest of it.
    this.#judged.set(callable, true)
    const quiet = callable.body === null || this.node(callable.body as Node)
    this.#judged.set(callable, quiet)
    return quiet
  }

  node(node: Node): boolean {
    switch (node.type) {
      case 'ThrowStatement':
      case 'TaggedTemplateExpression':
      case 'ImportExpression':
      case 'YieldExpression':
        return false
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        return true
      case 'TryStatement':
        if (node.handler === null) return this.#all([node.block, node.finalizer])
        return this.#all([node.handler.body, node.finalizer])
      case 'NewExpression':
        return QUIET_CLASSES.has(nameOf(node.callee) ?? '') && this.#all(node.arguments as Node[])
      case 'CallExpression':
        return this.#call(node)
      case 'AwaitExpression':
        return plain(node.argument).type === 'CallExpression' && this.node(node.argument)
      default:
        return this.#all(childrenOf(node))
    }
  }

  #all(nodes: readonly (Node | null | undefined)[]): boolean {
    return nodes.every((node) => !node || this.node(node))
  }

  #named(name: string): boolean {
    const functions = this.#functions.get(name)
    return this.#guarded.has(name) || (functions?.every((one) => this.callable(one)) ?? false)
  }

  #call(call: CallExpression): boolean {
    const callee = plain(call.callee)
    if (isGuard(call) || isGuard(callee)) return true
    const name = nameOf(callee) ?? ''
    const given = call.arguments as Node[]
    if (callee.type !== 'MemberExpression')
      return (QUIET_FUNCTIONS.has(name) || HANDLER.test(name) || this.#named(name)) && this.#all(given)
    // The end of a chain of promises decides whether it can reject.
    if (name === 'catch') return given[0] !== undefined && this.callback(given[0])
    if (name === 'finally') return given[0] !== undefined && this.callback(given[0]) && this.node(callee.object)
    if (name === 'then') return given.length > 1 && given.every((one) => this.callback(one))
    const own = plain(callee.object).type === 'ThisExpression'
    const quiet = HANDLER.test(name) || (own && this.#functions.has(name) ? this.#named(name) : QUIET_METHODS.has(name))
    return quiet && this.#all([callee.object, ...given])
  }
}
