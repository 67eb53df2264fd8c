import { integrationsOf, type Manifest, mappingFieldsOf, settingsOf, type Variant } from '@mkt/manifest'

/** The names of a manifest as constants for Java, so that a typo does not compile. */
export function writeJava(manifest: Manifest, variant: Variant): string {
  const { webhooks, autofill, externalRaters, hooks } = integrationsOf(manifest, variant)
  const groups: [string, string[]][] = [
    ['Setting', settingsOf(manifest).map(({ name }) => name)],
    ['MappingField', mappingFieldsOf(manifest).map(({ name }) => name)],
    ['WebhookPath', webhooks.map(({ path }) => path)],
    ['Event', webhooks.flatMap(({ events }) => events)],
    ['AutofillPath', autofill.map(({ path }) => path)],
    ['RaterPath', externalRaters.map(({ path }) => path)],
    ['Lifecycle', hooks.map(({ hook, path }) => path ?? hook)],
  ]
  return [
    `/** Written by {@code mkt types} from platform-app.json of ${manifest.name}. Do not edit: write it again after a change. */`,
    'public final class PlatformApp {',
    '  private PlatformApp() {}',
    '',
    `  public static final String VARIANT = ${JSON.stringify(variant)};`,
    ...groups.flatMap(([name, values]) => groupLines(name, values)),
    '}',
    '',
  ].join('\n')
}

function groupLines(name: string, values: readonly string[]): string[] {
  const constants = new Map<string, string>()
  for (const value of new Set(values)) constants.set(freeName(constants, constantName(value)), value)
  if (constants.size === 0) return []
  return [
    '',
    `  public static final class ${name} {`,
    `    private ${name}() {}`,
    '',
    ...[...constants].map(([constant, value]) => `    public static final String ${constant} = ${text(value)};`),
    '  }',
  ]
}

/** `rateTable` → `RATE_TABLE`, `/events` → `EVENTS`, `policy.issue` → `POLICY_ISSUE`. */
function constantName(value: string): string {
  const words = value.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[^A-Za-z0-9]+/)
  const name = words.filter(Boolean).join('_').toUpperCase()
  return /^[A-Z]/.test(name) ? name : `_${name}`
}

/** Two values may become the same name: the later one gets a number. */
function freeName(taken: ReadonlyMap<string, string>, name: string): string {
  if (name !== '_' && !taken.has(name)) return name
  for (let number = 2; ; number += 1) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`
}

/** As in JSON; a compiler of Java reads `\u` before anything else, so that only ASCII is left as it is. */
function text(value: string): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
