import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type KubernetesObject, loadAllYaml, loadYaml } from '@kubernetes/client-node'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { createEvaluator } from './evaluate.ts'
import { type Node, parseTemplate } from './parse-template.ts'

/*
 * Renders a Helm chart without Helm: the part of the template language that our chart needs, with the same meaning. It is stricter than
 * Helm: a value that is not there is refused instead of printed as nothing.
 */

export interface Values {
  [name: string]: unknown
}

export interface RenderOptions {
  release: string
  namespace: string
  values?: Values
  /** What the cluster serves beyond the versions that every supported one has. */
  apiVersions?: readonly string[]
}

export interface Rendered {
  file: string
  text: string
  objects: KubernetesObject[]
}

export class ChartError extends Error {}

interface ChartFile {
  name: string
  version: string
  appVersion: string
}

export function renderChart(folder: string, options: RenderOptions): Rendered[] {
  const chart = loadYaml<ChartFile>(readFileSync(join(folder, 'Chart.yaml'), 'utf8'))
  const values = mergeValues(
    loadYaml<Values>(readFileSync(join(folder, 'values.yaml'), 'utf8')),
    options.values ?? {},
  ) as Values
  checkValues(folder, values)
  const files = globSync('templates/**/*.{yaml,tpl,txt}', { cwd: folder }).sort()
  const definitions = new Map<string, Node[]>()
  const templates = files.map((file) => {
    const { nodes, definitions: own } = about(file, () => parseTemplate(readFileSync(join(folder, file), 'utf8')))
    for (const [name, body] of own) definitions.set(name, body)
    return { file, nodes }
  })
  const known = new Set(options.apiVersions)
  const root = {
    Values: values,
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: options.release, Namespace: options.namespace, Service: 'Helm' },
    Capabilities: { APIVersions: { Has: (version: string) => known.has(version) } },
  }
  const render = createEvaluator(root, definitions)
  return templates
    .filter(({ file }) => !basename(file).startsWith('_'))
    .map(({ file, nodes }) => {
      const text = about(file, () => render(nodes)).trim()
      const read = () => (file.endsWith('.yaml') ? (loadAllYaml(text) as (KubernetesObject | null)[]) : [])
      return { file, text, objects: about(file, read).filter((one) => one != null) }
    })
}

/** What Helm does before it renders: unknown and wrong values are refused with their place. */
function checkValues(folder: string, values: Values): void {
  const schema = JSON.parse(readFileSync(join(folder, 'values.schema.json'), 'utf8')) as object
  const check = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema)
  if (check(values)) return
  const problems = (check.errors ?? []).map(({ instancePath, message, params }) => {
    const more = 'additionalProperty' in params ? `: ${params.additionalProperty}` : ''
    return `${instancePath === '' ? '/' : instancePath} ${message}${more}`
  })
  throw new ChartError(problems.join('; '))
}

/** Objects are merged, everything else is replaced; null takes a value away. */
export function mergeValues(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over
  const names = new Set([...Object.keys(base), ...Object.keys(over)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      if (!(name in over)) return [[name, base[name]]]
      return over[name] === null ? [] : [[name, mergeValues(base[name], over[name])]]
    }),
  )
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function about<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new ChartError(`${file}: ${(error as Error).message}`)
  }
}
