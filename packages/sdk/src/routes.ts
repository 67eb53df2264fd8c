import type { AutofillRequest, CheckCall, LifecycleHook, RaterRequest } from '@mkt/contract/app'
import { checkPrices } from './answers.ts'
import type { PolicyEvent } from './app-types.ts'
import { readJson } from './body.ts'
import type { Context } from './context.ts'
import type {
  AppDefinition,
  CheckHandler,
  HookCall,
  LifecycleHandler,
  WebhookHandler,
  WebhookHandlers,
} from './handlers.ts'
import type { AppResponse } from './http.ts'
import { hooks, hooksBelow } from './wire.ts'

export type Route = (context: Context) => Promise<AppResponse>

/** Path → method → what answers. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Route>>

export function createRoutes(definition: AppDefinition): Routes {
  const routes = new Map<string, Map<string, Route>>()
  const add = (method: string, path: string, route: Route) => {
    const methods = routes.get(path) ?? new Map<string, Route>()
    if (methods.has(method)) throw new Error(`${method} ${path} has two handlers: give each its own path.`)
    routes.set(path, methods.set(method, route))
  }
  for (const [path, handler] of Object.entries(definition.webhooks ?? {})) {
    add('POST', path, webhook(handler as WebhookHandler | WebhookHandlers))
  }
  for (const [path, handler] of Object.entries(definition.autofill ?? {})) {
    add('POST', path, async (context) => {
      const answer = await handler(await readJson<AutofillRequest>(context.request), context)
      return { status: 200, body: answer ?? {} }
    })
  }
  for (const [path, handler] of Object.entries(definition.raters ?? {})) {
    add('POST', path, async (context) => {
      const request = await readJson<RaterRequest>(context.request)
      return { status: 200, body: checkPrices(request, await handler(request, context)) }
    })
  }
  for (const [name, handler] of Object.entries(definition.lifecycle ?? {})) {
    if (name.startsWith('/')) add('POST', name, postedHook(handler as LifecycleHandler))
    else if (name === 'check') add('POST', `${hooksBelow}check`, checkHook(handler as CheckHandler))
    else add('GET', `${hooksBelow}${name}`, namedHook(name, handler as LifecycleHandler))
  }
  for (const [name, handler] of Object.entries(definition.routes ?? {})) {
    const [method = 'GET', path = '/'] = name.split(' ')
    add(method.toUpperCase(), path, async (context) => handler(context))
  }
  return routes
}

function webhook(handler: WebhookHandler | WebhookHandlers): Route {
  return async (context) => {
    const event = await readJson<PolicyEvent>(context.request)
    const taker = typeof handler === 'function' ? handler : pick(handler, event.type)
    await taker?.(event, context)
    return { status: 204 }
  }
}

function pick(handlers: WebhookHandlers, type: string): WebhookHandler | undefined {
  const named = Object.hasOwn(handlers, type) ? (handlers[type as keyof WebhookHandlers] as WebhookHandler) : undefined
  return named ?? (handlers['*'] as WebhookHandler | undefined)
}

function namedHook(name: string, handler: LifecycleHandler): Route {
  if (!(hooks as readonly string[]).includes(name)) throw new Error(`There is no lifecycle hook "${name}".`)
  return async (context) => {
    const { searchParams } = context.url
    const locators = searchParams.getAll('locator')
    const call = { hook: name as LifecycleHook, route: searchParams.get('route') ?? '', routeId: context.routeId }
    return answerHook(await handler({ ...call, ...(locators.length > 0 ? { locators } : {}) }, context))
  }
}

function postedHook(handler: LifecycleHandler): Route {
  return async (context) => {
    const call = await readJson<HookCall>(context.request)
    const result = await handler(call, context)
    // What `check` found is its answer; of other hooks only the end counts.
    return call.hook === 'check' ? { status: 200, body: result ?? { problems: [] } } : answerHook(result)
  }
}

function checkHook(handler: CheckHandler): Route {
  return async (context) => {
    const result = await handler(await readJson<CheckCall>(context.request), context)
    return { status: 200, body: result ?? { problems: [] } }
  }
}

/** A hook that goes on says where to ask; everything else it returns means "done". */
function answerHook(result: unknown): AppResponse {
  if (typeof result === 'object' && result !== null && 'pollAt' in result) {
    return { status: 202, headers: { location: String(result.pollAt) }, body: { done: false } }
  }
  return { status: 200, body: { done: true } }
}
