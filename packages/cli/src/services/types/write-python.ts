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

/** The types of an application for a type checker of Python (3.9 and newer): settings, mapping fields, paths and events. */
export function writePython(manifest: Manifest, variant: Variant): string {
  const { webhooks, autofill, externalRaters, hooks } = integrationsOf(manifest, variant)
  const settings = settingsOf(manifest)
  const tables = settings.filter(({ type }) => type === 'Table')
  return [
    `"""Written by \`mkt types\` from platform-app.json of ${manifest.name}. Do not edit: write it again after a change."""`,
    '',
    'from typing import List, Literal, TypedDict',
    ...tables.flatMap((table) => ['', '', ...dictLines(rowName(table), (table.columns ?? []).map(columnEntry))]),
    '',
    '',
    ...dictLines('Settings', settings.map(settingEntry)),
    '',
    '',
    `VARIANT = ${text(variant)}`,
    `MappingField = ${literal(mappingFieldsOf(manifest).map(({ name }) => name))}`,
    `WebhookPath = ${literal(webhooks.map(({ path }) => path))}`,
    `EventName = ${literal(webhooks.flatMap(({ events }) => events))}`,
    `AutofillPath = ${literal(autofill.map(({ path }) => path))}`,
    `RaterPath = ${literal(externalRaters.map(({ path }) => path))}`,
    `Lifecycle = ${literal(hooks.map(({ hook, path }) => path ?? hook))}`,
    '',
  ].join('\n')
}

interface Entry {
  name: string
  type: string
  always: boolean
}

/** Two dictionaries, because some names are always there and some are not. The functional form takes any name. */
function dictLines(name: string, entries: readonly Entry[]): string[] {
  const members = (always: boolean) =>
    entries.filter((entry) => entry.always === always).map((entry) => `    ${text(entry.name)}: ${entry.type},`)
  return [
    `_${name}Always = TypedDict(${text(`_${name}Always`)}, {`,
    ...members(true),
    '})',
    `_${name}Perhaps = TypedDict(${text(`_${name}Perhaps`)}, {`,
    ...members(false),
    '}, total=False)',
    '',
    '',
    `class ${name}(_${name}Always, _${name}Perhaps):`,
    '    pass',
  ]
}

function settingEntry(setting: Setting): Entry {
  return { name: setting.name, type: typeOf(setting), always: isAlwaysSet(setting) }
}

function typeOf(setting: Setting): string {
  if (setting.type === 'Number') return 'float'
  if (setting.type === 'Boolean') return 'bool'
  if (setting.type === 'Select') return literal(setting.values?.map(({ value }) => value) ?? [])
  return setting.type === 'Table' ? `List[${rowName(setting)}]` : 'str'
}

function columnEntry({ name, type, required }: TableColumn): Entry {
  return { name, type: cells[type], always: required === true }
}

const cells: Readonly<Record<TableColumn['type'], string>> = { Text: 'str', Number: 'float', Boolean: 'bool' }

/** `rate-table` → `RateTableRow`. */
function rowName({ name }: Setting): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return `${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')}Row`.replace(/^(\d)/, '_$1')
}

function literal(values: readonly string[]): string {
  const members = [...new Set(values)].map(text)
  return members.length === 0 ? 'str' : `Literal[${members.join(', ')}]`
}

/** JSON's escapes are Python's too. */
function text(value: string): string {
  return JSON.stringify(value)
}
