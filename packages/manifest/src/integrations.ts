import { expandOperations } from './autofill-operations.ts'
import { expandEvents } from './events.ts'
import { defaults, type HookName, type Manifest, type Variant } from './manifest.ts'

/** What a manifest declares, with defaults filled in and wildcards expanded: what is registered and routed. */
export interface Integrations {
  webhooks: { path: string; events: string[] }[]
  autofill: { path: string; operations: string[]; timeoutMs: number }[]
  externalRaters: { name: string; path: string; headers: Record<string, string>; timeoutMs: number }[]
  /** A hook without a path is `GET /_app/<hook>`, one with a path a `POST` to it. */
  hooks: { hook: HookName; path?: string }[]
  publicPaths: string[]
}

/** The integrations of a checked manifest for the variant of its listing. */
export function integrationsOf(manifest: Manifest, variant: Variant): Integrations {
  const { webhooks = [], autofill = [], externalRaters = [], lifecycle = [] } = manifest.platform ?? {}
  return {
    webhooks: webhooks.map(({ path, events }) => ({ path, events: expandEvents(events, variant) })),
    autofill: autofill.map(({ path, operations, timeoutMs }) => ({
      path,
      operations: expandOperations(operations),
      timeoutMs: timeoutMs ?? defaults.autofillTimeoutMs,
    })),
    externalRaters: externalRaters.map(({ name, path, headers, timeoutMs }) => ({
      name,
      path,
      headers: headers ?? {},
      timeoutMs: timeoutMs ?? defaults.raterTimeoutMs,
    })),
    hooks: lifecycle.map((entry) => (typeof entry === 'string' ? { hook: entry } : entry)),
    publicPaths: manifest.platform?.public ?? [],
  }
}

/** How one hook is called, or undefined when the manifest does not declare it. */
export function hookOf(manifest: Manifest, hook: HookName): { hook: HookName; path?: string } | undefined {
  const entry = manifest.platform?.lifecycle?.find((each) => (typeof each === 'string' ? each : each.hook) === hook)
  return typeof entry === 'string' ? { hook: entry } : entry
}
