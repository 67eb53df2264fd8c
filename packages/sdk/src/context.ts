import type { SettingsRecord, StateRecord } from '@mkt/contract/app'
import type { AnyApp, AppTypes } from './app-types.ts'
import { SdkError } from './errors.ts'
import type { AppRequest } from './http.ts'
import { type PolicySystem, policySystem } from './policy-system.ts'
import { readHeader } from './request-headers.ts'
import { readSettings, readState, type StateOptions } from './state.ts'
import { header } from './wire.ts'

/** What a handler knows beside the payload: whose request it is, and the way to that customer's state. */
export interface Context<T extends AppTypes = AnyApp> {
  readonly request: AppRequest
  /** Path parameters are not parsed; `url` has path and query. */
  readonly url: URL
  readonly routeId: string | undefined
  /** Host name of the tenant; enterprise: its locator. */
  readonly tenant: string | undefined
  readonly requestId: string | undefined
  /** The same on every attempt of one delivery. */
  readonly webhookId: string | undefined
  readonly attempt: number
  /** Any other header of the request, whatever the case. */
  header(name: string): string | undefined
  /** Aborted when the time for this answer is over. */
  readonly signal: AbortSignal
  /** The state record; read once in a request. */
  state(): Promise<StateRecord<T['settings'], T['mappings']>>
  /** Settings and mappings alone, also while the policy system is away; read once in a request. */
  settings(): Promise<SettingsRecord<T['settings'], T['mappings']>>
  /** One setting that the application cannot do without, as text. */
  setting(name: keyof T['settings'] & string): Promise<string>
  /** The same as the platform gives it: a number, true or false, or the rows of a table. */
  value<Name extends keyof T['settings'] & string>(name: Name): Promise<Exclude<T['settings'][Name], undefined>>
  /** The tenant's policy system; a refused token is renewed once. */
  policySystem(): Promise<PolicySystem>
}

/** Longest time for requests without a deadline of their own: an attempt of a delivery ends after 15 s. */
const UNLIMITED_MS = 60_000

export function createContext(request: AppRequest, options: Pick<StateOptions, 'stateApi'>): Context {
  const { headers } = request
  const deadline = Number(readHeader(headers, header.deadlineMs))
  const signal = AbortSignal.timeout(deadline > 0 ? Math.min(deadline, UNLIMITED_MS) : UNLIMITED_MS)
  const reading: StateOptions = { ...options, signal }
  let state: Promise<StateRecord> | undefined
  let settings: Promise<SettingsRecord> | undefined
  const tenant = readHeader(headers, header.tenant)

  const context: Context = {
    request,
    url: new URL(request.url, 'http://app.invalid'),
    routeId: readHeader(headers, header.routeId),
    tenant,
    requestId: readHeader(headers, header.requestId),
    webhookId: readHeader(headers, header.webhookId),
    attempt: Number(readHeader(headers, header.attempt) ?? 1) || 1,
    signal,
    header: (name) => readHeader(headers, name),
    state() {
      state ??= readState(headers, reading)
      return state
    },
    settings() {
      const alone = () => readSettings(headers, reading)
      // A state that could not be read, for the policy system is away, leaves the settings readable.
      settings ??= state?.catch(alone) ?? alone()
      return settings
    },
    async setting(name) {
      const value: unknown = await context.value(name)
      return typeof value === 'string' ? value : JSON.stringify(value)
    },
    async value(name) {
      const { settings } = await context.settings()
      const value = Object.hasOwn(settings, name) ? settings[name] : undefined
      if (value !== undefined) return value
      throw new SdkError('setting_missing', `The setting "${name}" is not set for this customer.`)
    },
    async policySystem() {
      const renew = () => {
        state = readState(headers, reading)
        return state
      }
      return policySystem(await context.state(), { renew, signal, tenant })
    },
  }
  return context
}
