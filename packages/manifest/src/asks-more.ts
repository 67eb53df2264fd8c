import { coversHost, declaredEgress } from './egress.ts'
import { type Integrations, integrationsOf } from './integrations.ts'
import { own } from './json/text.ts'
import { type Manifest, mappingFieldsOf, settingsOf, tenantAccesses, tenantAccessOf, type Variant } from './manifest.ts'
import { isPublic, publicPathsOf } from './public-path.ts'

export type AskKind =
  | 'integration'
  | 'event'
  | 'public path'
  | 'rater header'
  | 'setting'
  | 'mapping'
  | 'tenant access'
  | 'egress'

export interface Ask {
  kind: AskKind
  what: string
}

/**
 * What a release asks of its customers beyond what another one asked: new integrations, events, public paths and rater
 * headers; settings and mapping fields that are new or newly required; wider access to the tenant; hosts that get data, or personal data,
 * for the first time. A setting that is no longer write-only asks for nothing: what is stored stays unreadable, and only values entered from then on can be read.
 */
export function asksMore(previous: Manifest, next: Manifest, variant: Variant): Ask[] {
  const before = integrationsOf(previous, variant)
  const after = integrationsOf(next, variant)
  const open = publicPathsOf(before.publicPaths)
  return [
    ...added('integration', integrationNames(before), integrationNames(after)),
    ...added('event', events(before), events(after)),
    ...after.publicPaths
      // Whatever an entry `/x/y/*` opens is open where the entry itself would be.
      .filter((path) => !isPublic(open, path))
      .map((path): Ask => ({ kind: 'public path', what: path })),
    ...added('rater header', raterHeaders(before), raterHeaders(after)),
    ...settingAsks(previous, next),
    ...mappingAsks(previous, next),
    ...accessAsks(previous, next),
    ...egressAsks(previous, next),
  ]
}

function added(kind: AskKind, before: readonly string[], after: readonly string[]): Ask[] {
  const former = new Set(before)
  return [...new Set(after)].filter((what) => !former.has(what)).map((what) => ({ kind, what }))
}

function integrationNames({ webhooks, autofill, externalRaters, hooks }: Integrations): string[] {
  return [
    ...webhooks.map(({ path }) => `webhook ${path}`),
    ...autofill.flatMap(({ path, operations }) => operations.map((operation) => `autofill ${path} ${operation}`)),
    ...externalRaters.map(({ name, path }) => `rater ${name} ${path}`),
    ...hooks.map(({ hook }) => `hook ${hook}`),
  ]
}

function events({ webhooks }: Integrations): string[] {
  return webhooks.flatMap((webhook) => webhook.events)
}

function raterHeaders({ externalRaters }: Integrations): string[] {
  return externalRaters.flatMap(({ name, headers }) =>
    Object.keys(headers).map((header) => `${name} ${header.toLowerCase()}: ${own(headers, header)}`),
  )
}

function settingAsks(previous: Manifest, next: Manifest): Ask[] {
  const before = new Map(settingsOf(previous).map((setting) => [setting.name, setting]))
  return settingsOf(next)
    .filter((setting) => {
      const former = before.get(setting.name)
      if (!former) return true
      return setting.required === true && former.required !== true
    })
    .map(({ name }) => ({ kind: 'setting', what: name }))
}

/** The accesses are listed from the narrowest to the widest. */
function accessAsks(previous: Manifest, next: Manifest): Ask[] {
  const after = tenantAccessOf(next)
  const isWider = tenantAccesses.indexOf(after) > tenantAccesses.indexOf(tenantAccessOf(previous))
  return isWider ? [{ kind: 'tenant access', what: after }] : []
}

function mappingAsks(previous: Manifest, next: Manifest): Ask[] {
  const before = new Map(mappingFieldsOf(previous).map((field) => [field.name, field]))
  return mappingFieldsOf(next)
    .filter((field) => {
      const former = before.get(field.name)
      return !former || (field.required === true && former.required !== true)
    })
    .map(({ name }) => ({ kind: 'mapping', what: name }))
}

function egressAsks(previous: Manifest, next: Manifest): Ask[] {
  const before = declaredEgress(previous)
  const after = declaredEgress(next)
  if (before === undefined) return []
  if (after === undefined) return [{ kind: 'egress', what: 'every public host' }]
  const hosts = after.hosts.filter(
    ({ host, port, personalData }) =>
      !before.hosts.some(
        (former) => coversHost(former.host, host) && former.port === port && (former.personalData || !personalData),
      ),
  )
  const settings = after.settings.filter(
    ({ setting, personalData }) =>
      !before.settings.some((former) => former.setting === setting && (former.personalData || !personalData)),
  )
  return [
    ...hosts.map(({ host, port, personalData }) => egressAsk(`${host}:${port}`, personalData)),
    ...settings.map(({ setting, personalData }) => egressAsk(`the address in setting ${setting}`, personalData)),
  ]
}

function egressAsk(to: string, personalData: boolean): Ask {
  return { kind: 'egress', what: personalData ? `${to} with personal data` : to }
}
