import type {
  AutofillAnswer,
  AutofillRequest,
  CheckAnswer,
  CheckCall,
  ConnectedEventName,
  EnterpriseEventName,
  LifecycleHook,
  RaterAnswer,
  RaterRequest,
} from '@mkt/contract/app'
import type { AnyApp, AppTypes, EventOf, Part, Path } from './app-types.ts'
import type { Context } from './context.ts'
import type { SdkError } from './errors.ts'
import type { AppResponse } from './http.ts'

type Result<T> = T | Promise<T>

export type WebhookHandler<T extends AppTypes = AnyApp, Name = string> = (
  event: EventOf<T, Name>,
  context: Context<T>,
) => Result<unknown>

/** A handler for each event name; `*` takes every other one. An event nobody takes is answered with 204. */
export type WebhookHandlers<
  T extends AppTypes = AnyApp,
  Name extends string = ConnectedEventName | EnterpriseEventName,
> = {
  readonly [Each in Name]?: WebhookHandler<T, Each>
} & { readonly '*'?: WebhookHandler<T, Name> }

/** What to fill; nothing means "leave the change as it is". */
export type AutofillHandler<T extends AppTypes = AnyApp> = (
  request: AutofillRequest,
  context: Context<T>,
) => Result<AutofillAnswer | undefined>

export type RaterHandler<T extends AppTypes = AnyApp> = (
  request: RaterRequest,
  context: Context<T>,
) => Result<RaterAnswer>

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
export type CheckHandler<T extends AppTypes = AnyApp> = (
  call: CheckCall<T['settings']>,
  context: Context<T>,
) => Result<CheckAnswer | undefined>

/** `{ pollAt }` says "still at it": the platform asks that path every two seconds until it answers other than 202. */
export type LifecycleHandler<T extends AppTypes = AnyApp> = (
  call: HookCall,
  context: Context<T>,
) => Result<undefined | unknown | { pollAt: Path }>

/** Hooks declared by name under that name; hooks declared with a path under the path. */
export type LifecycleHandlers = { readonly [Hook in Exclude<LifecycleHook, 'check'>]?: LifecycleHandler } & {
  readonly check?: CheckHandler
} & {
  readonly [path: Path]: LifecycleHandler
}

/** Any other path of the application. */
export type RouteHandler<T extends AppTypes = AnyApp> = (context: Context<T>) => Result<AppResponse>

type Webhooks<T extends AppTypes> = {
  readonly [P in keyof T['webhooks']]:
    | WebhookHandler<T, T['webhooks'][P]>
    | WebhookHandlers<T, T['webhooks'][P] & string>
}

type Lifecycle<T extends AppTypes> = {
  readonly [Hook in T['lifecycle']]: Hook extends 'check' ? CheckHandler<T> : LifecycleHandler<T>
}

/** Everything an application answers, by the paths its manifest declares. */
export type AppDefinition<T extends AppTypes = AnyApp> = Part<'webhooks', Webhooks<T>> &
  Part<'autofill', { readonly [P in T['autofill']]: AutofillHandler<T> }> &
  Part<'raters', { readonly [P in T['raters']]: RaterHandler<T> }> &
  (string extends T['lifecycle'] ? { readonly lifecycle?: LifecycleHandlers } : Part<'lifecycle', Lifecycle<T>>) &
  CommonDefinition<T>

interface CommonDefinition<T extends AppTypes> {
  /** Other paths, as `GET /progress`. */
  readonly routes?: Readonly<Record<`${string} /${string}`, RouteHandler<T>>>
  /** False or an exception makes the container unhealthy. Do not ask other services here: it is called often. */
  readonly health?: () => Result<boolean | undefined>
  /** Origin of the state interface; `MKT_STATE_API` unless given. */
  readonly stateApi?: string
  /** Told of every exception a handler did not mean as an answer; standard error unless given. */
  readonly onError?: (error: unknown, context: Context<T>) => void
  /** Told of every `GiveUp`, `TryAgain` and failed read, with the status it became; a line on standard error unless given. */
  readonly onRefusal?: (error: SdkError, context: Context<T>, status: number) => void
}
