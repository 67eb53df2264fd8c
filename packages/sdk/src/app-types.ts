import type {
  ConnectedEvent,
  ConnectedEventData,
  ConnectedEventName,
  EnterpriseEvent,
  EnterpriseEventData,
  EnterpriseEventName,
} from '@mkt/contract/app'

export type Path = `/${string}`

/**
 * What a manifest says about an application, as types. `mkt types` writes them from `platform-app.json`; give them to
 * `createApp`, and a name that the manifest does not have no longer compiles.
 */
export interface AppTypes {
  readonly variant: 'connected' | 'enterprise'
  /** Setting name → type of its value; an optional setting is optional here. */
  readonly settings: object
  /** Names of the mapping fields. */
  readonly mappings: string
  /** Path → names of the events that arrive there. */
  readonly webhooks: object
  /** Paths. */
  readonly autofill: string
  readonly raters: string
  /** Hooks declared by name, and paths of the others. */
  readonly lifecycle: string
}

/** An application whose manifest is not known to the compiler. */
export interface AnyApp extends AppTypes {
  readonly settings: Readonly<Record<string, string>>
  readonly webhooks: Readonly<Record<Path, ConnectedEventName | EnterpriseEventName>>
  readonly autofill: Path
  readonly raters: Path
}

export type PolicyEvent = ConnectedEvent | EnterpriseEvent

/** The event of that name as the variant posts it. */
export type EventOf<T extends AppTypes, Name> = ['connected' | 'enterprise'] extends [T['variant']]
  ? PolicyEvent
  : T['variant'] extends 'connected'
    ? Name extends ConnectedEventName
      ? ConnectedEvent<Name, ConnectedEventData<Name>>
      : never
    : Name extends EnterpriseEventName
      ? EnterpriseEvent<Name, EnterpriseEventData<Name>>
      : never

/** A part of a definition: left out where the manifest declares none, complete where it names paths. */
export type Part<Key extends string, Handlers> = [keyof Handlers] extends [never]
  ? { readonly [K in Key]?: Readonly<Record<string, never>> }
  : Record<never, never> extends Handlers
    ? { readonly [K in Key]?: Handlers }
    : { readonly [K in Key]: Handlers }
