import type {
  AutofillAnswer,
  AutofillRequest,
  CheckAnswer,
  CheckCall,
  ConnectedEvent,
  ConnectedEventName,
  EnterpriseEvent,
  EnterpriseEventName,
  LifecycleHook,
  RaterAnswer,
  RaterRequest,
} from '@mkt/contract/app'
import type { Context } from './context.ts'
import type { AppResponse } from './http.ts'

export type PolicyEvent = ConnectedEvent | EnterpriseEvent

type Path = `/${string}`
type Result<T> = T | Promise<T>

export type WebhookHandler = (event: PolicyEvent, context: Context) => Result<unknown>

/** A handler for each event name; `*` takes every other one. An event nobody takes is answered with 204. */
export type WebhookHandlers = {
  readonly [Name in ConnectedEventName | EnterpriseEventName]?: WebhookHandler
} & { readonly '*'?: WebhookHandler }

/** What to fill; nothing means "leave the change as it is". */
export type AutofillHandler = (request: AutofillRequest, context: Context) => Result<AutofillAnswer | undefined>

export type RaterHandler = (request: RaterRequest, context: Context) => Result<RaterAnswer>

/** A hook call; of one declared by name just `hook` and `route` are known. */
export interface HookCall {
  readonly hook: LifecycleHook
  readonly route: string
  readonly routeId: string | undefined
  readonly installationId?: string
  readonly release?: string
  readonly previousRelease?: string
  /** On `erase`: what to forget; absent when everything of the installation goes. */
  readonly locators?: readonly string[]
}

/** Looks at a configuration before it is saved. Nothing, or an empty list, means that it is fine. */
export type CheckHandler = (call: CheckCall, context: Context) => Result<CheckAnswer | undefined>

/** `{ pollAt }` says "still at it": the platform asks that path every two seconds until it answers other than 202. */
export type LifecycleHandler = (call: HookCall, context: Context) => Result<undefined | unknown | { pollAt: Path }>

/** Hooks declared by name under that name; hooks declared with a path under the path. */
export type LifecycleHandlers = { readonly [Hook in Exclude<LifecycleHook, 'check'>]?: LifecycleHandler } & {
  readonly check?: CheckHandler
} & {
  readonly [path: Path]: LifecycleHandler
}

/** Any other path of the application. */
export type RouteHandler = (context: Context) => Result<AppResponse>

/** Everything an application answers, by the paths its manifest declares. */
export interface AppDefinition {
  readonly webhooks?: Readonly<Record<Path, WebhookHandler | WebhookHandlers>>
  readonly autofill?: Readonly<Record<Path, AutofillHandler>>
  readonly raters?: Readonly<Record<Path, RaterHandler>>
  readonly lifecycle?: LifecycleHandlers
  /** Other paths, as `GET /progress`. */
  readonly routes?: Readonly<Record<`${string} /${string}`, RouteHandler>>
  /** False or an exception makes the container unhealthy. Do not ask other services here: it is called often. */
  readonly health?: () => Result<boolean | undefined>
  /** Origin of the state interface; `MKT_STATE_API` unless given. */
  readonly stateApi?: string
  /** Told of every exception a handler did not mean as an answer; standard error unless given. */
  readonly onError?: (error: unknown, context: Context) => void
}
