import {
  integrationsOf,
  type Manifest,
  mappingFieldsOf,
  type Setting,
  settingsOf,
  type TableColumn,
  type Variant,
} from '@mkt/manifest'
import { isAlwaysSet } from './is-always-set.ts'

const WIDTH = 120

/** The types of an application for `createApp` of the SDK: what its manifest declares, name by name. */
export function writeTypeScript(manifest: Manifest, variant: Variant): string {
  const { webhooks, autofill, externalRaters, hooks } = integrationsOf(manifest, variant)
  const byPath = new Map<string, string[]>()
  for (const { path, events } of webhooks) byPath.set(path, [...(byPath.get(path) ?? []), ...events])
  const entries = [...byPath].map(([path, events]) => union(4, `readonly ${key(path)}: `, events))
  return [
    `// Written by \`mkt types\` from platform-app.json of ${manifest.name}. Do not edit: write it again after a change.`,
    '',
    '/** What the manifest declares. Give it to the SDK: `createApp<PlatformApp>({ … })`. */',
    'export interface PlatformApp {',
    `  readonly variant: ${text(variant)}`,
    ...block('settings', settingsOf(manifest).flatMap(settingLines)),
    union(
      2,
      'readonly mappings: ',
      mappingFieldsOf(manifest).map(({ name }) => name),
    ),
    ...block('webhooks', entries),
    union(
      2,
      'readonly autofill: ',
      autofill.map(({ path }) => path),
    ),
    union(
      2,
      'readonly raters: ',
      externalRaters.map(({ path }) => path),
    ),
    union(
      2,
      'readonly lifecycle: ',
      hooks.map(({ hook, path }) => path ?? hook),
    ),
    '}',
    '',
  ].join('\n')
}

function block(name: string, lines: string[]): string[] {
  return lines.length === 0 ? [`  readonly ${name}: Record<never, never>`] : [`  readonly ${name}: {`, ...lines, '  }']
}

function settingLines(setting: Setting): string[] {
  const { title, hint } = setting
  const said = (hint === undefined ? title : `${title}: ${hint}`).replace(/\*\//g, '* /').replace(/\s+/g, ' ')
  const head = `readonly ${key(setting.name)}${isAlwaysSet(setting) ? '' : '?'}: `
  return [`    /** ${said} */`, ...typeLines(setting, head)]
}

function typeLines(setting: Setting, head: string): string[] {
  if (setting.type === 'Number') return [`    ${head}number`]
  if (setting.type === 'Boolean') return [`    ${head}boolean`]
  if (setting.type === 'Select') return [union(4, head, setting.values?.map(({ value }) => value) ?? [])]
  if (setting.type !== 'Table') return [`    ${head}string`]
  const columns = (setting.columns ?? []).map(
    ({ name, type, required }) => `readonly ${key(name)}${required === true ? '' : '?'}: ${cells[type]}`,
  )
  const line = `    ${head}readonly { ${columns.join('; ')} }[]`
  if (line.length <= WIDTH) return [line]
  return [`    ${head}readonly {`, ...columns.map((column) => `      ${column}`), '    }[]']
}

const cells: Readonly<Record<TableColumn['type'], string>> = { Text: 'string', Number: 'number', Boolean: 'boolean' }

/** One of these texts: on a line where it fits, else one below the other. */
function union(indent: number, head: string, values: readonly string[]): string {
  const space = ' '.repeat(indent)
  const members = [...new Set(values)].map(text)
  if (members.length === 0) return `${space}${head}never`
  const line = `${space}${head}${members.join(' | ')}`
  if (line.length <= WIDTH) return line
  return [`${space}${head.trimEnd()}`, ...members.map((member) => `${space}  | ${member}`)].join('\n')
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
}

function text(value: string): string {
  const json = JSON.stringify(value)
  if (value.includes("'")) return json
  return `'${json.slice(1, -1).replace(/\\"/g, '"')}'`
}
