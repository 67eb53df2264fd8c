import { answerError, problem } from './answers.ts'
import type { AnyApp, AppTypes } from './app-types.ts'
import { type Context, createContext } from './context.ts'
import { SdkError } from './errors.ts'
import type { AppDefinition } from './handlers.ts'
import type { AppRequest, AppResponse } from './http.ts'
import { createRoutes } from './routes.ts'
import { health } from './wire.ts'

/** An application: give it to `serve`, or to the adapter of a framework. */
export interface App {
  /** Whether one of the application's paths (whatever the method) is meant; a framework may take the others. */
  owns(url: string): boolean
  handle(request: AppRequest): Promise<AppResponse>
}

/**
 * Makes an application of typed handlers. Answers `GET /health`, turns exceptions into the statuses the platform
 * understands, and gives each handler the state of the customer it works for.
 *
 * @example
 * const app = createApp({
 *   webhooks: { '/events': { 'policy.issue': async (event, context) => { … } } },
 *   autofill: { '/autofill': async (request, context) => ({ fieldValues: { tier: ['gold'] } }) },
 * })
 * await serve(app)
 *
 * With the types that `mkt types` writes, `createApp<PlatformApp>({ … })` takes exactly what the manifest declares.
 */
export function createApp<T extends AppTypes = AnyApp>(given: AppDefinition<T>): App {
  // What the manifest says is known to the compiler alone.
  const definition = given as unknown as AppDefinition
  const routes = createRoutes(definition)
  const onError = definition.onError ?? printError
  const onRefusal = definition.onRefusal ?? printRefusal
  const options = definition.stateApi === undefined ? {} : { stateApi: definition.stateApi }

  async function answer(context: Context): Promise<AppResponse> {
    const { pathname } = context.url
    if (pathname === health) return answerHealth(definition)
    const methods = routes.get(pathname)
    if (!methods) return problem(404, 'path_unknown', `This application has no path ${pathname}.`, context)
    const method = context.request.method.toUpperCase()
    const route = methods.get(method)
    if (route) return route(context)
    const allow = [...methods.keys()].join(', ')
    return { ...problem(405, 'method_unknown', `${pathname} answers ${allow}.`, context), headers: { allow } }
  }

  return {
    owns(url) {
      const { pathname } = new URL(url, 'http://app.invalid')
      return pathname === health || routes.has(pathname)
    },
    async handle(request) {
      const context = createContext(request, options)
      try {
        return await answer(context)
      } catch (error) {
        const answered = answerError(error, context)
        if (!(error instanceof SdkError) || error.code === 'answer_incomplete') onError(error, context)
        else onRefusal(error, context, answered.status)
        return answered
      }
    },
  }
}

async function answerHealth(definition: AppDefinition): Promise<AppResponse> {
  try {
    const healthy = (await definition.health?.()) ?? true
    return healthy ? { status: 200, body: { healthy } } : { status: 503, body: { healthy } }
  } catch {
    return { status: 503, body: { healthy: false } }
  }
}

function printError(error: unknown, context: Context): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  console.error(`${originOf(context)} ${text}`)
}

/** What a handler meant as an answer is a line of its own: who was refused, and why. */
function printRefusal(error: SdkError, context: Context, status: number): void {
  console.error(`${originOf(context)} ${status} ${error.code}: ${error.message.replace(/\s+/g, ' ')}`)
}

function originOf({ request, url, routeId, requestId }: Context): string {
  return `${request.method} ${url.pathname} route=${routeId ?? '-'} request=${requestId ?? '-'}`
}
