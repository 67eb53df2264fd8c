import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadYaml } from '@kubernetes/client-node'
import { describe, expect, it } from 'vitest'
import { type FigureRow, figures } from '../../packages/server/src/domain/platform/figures.ts'
import { createMetrics } from '../../packages/server/src/lib/metrics.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
const rules = loadYaml<{ groups: { rules: Rule[] }[] }>(read('deploy/alerts/mkt.rules.yaml')).groups.flatMap(
  (group) => group.rules,
)
const dashboard = JSON.parse(read('deploy/grafana/mkt.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}

const rows = Object.entries(figures) as [string, FigureRow][]
const histograms = rows.filter(([, { type }]) => type === 'histogram').map(([name]) => name)
const known = new Set([
  ...rows.map(([name]) => name),
  ...histograms.flatMap((name) => ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)),
  ...createMetrics()
    .getMetricsAsArray()
    .map(({ name }) => name),
])
const unknownIn = (expr: string) => (expr.match(/\bmkt_\w+/g) ?? []).filter((name) => !known.has(name))

/** Labels that an expression selects or groups by, besides those that the scraper adds. */
function unknownLabels(expr: string): string[] {
  const labels = new Set(['job', 'instance', 'le', ...rows.flatMap(([, row]) => Object.keys(row.labels))])
  const selected = [...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label)
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim()),
  )
  return [...selected, ...grouped].filter((label) => !labels.has(label))
}

describe('the table of metrics', () => {
  it.each(rows)('%s is named by its kind and unit, as Prometheus asks for', (name, row) => {
    expect(name).toMatch(/^mkt_[a-z0-9_]+$/)
    expect(name.endsWith('_total')).toBe(row.type === 'counter')
    if (row.unit !== 'things') expect(name.replace(/_total$/, '')).toMatch(new RegExp(`_${row.unit}$`))
    expect(row.type === 'histogram').toBe(row.buckets !== undefined)
    expect(row.meaning).toMatch(/^[A-Z1].*[^.]$/)
  })

  it('has no row that nothing in the server registers', () => {
    const source = globSync('packages/server/src/**/*.ts', { cwd: root })
      .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('domain/platform/figures.ts'))
      .map(read)
      .join('\n')
    expect(rows.map(([name]) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([])
  })
})

describe('alerts', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s names metrics and labels that exist, and a page that says what to do',
    (name, rule) => {
      expect(unknownIn(rule.expr)).toEqual([])
      expect(unknownLabels(rule.expr)).toEqual([])
      expect(rule.expr).toMatch(/\bmkt_|\bup\{/)
      expect(['critical', 'warning', 'info']).toContain(rule.labels.severity)
      const page = read(rule.annotations.runbook)
      expect(page.startsWith(`# ${name}\n`)).toBe(true)
      expect(page).toContain(`\`${rule.expr}\``)
      for (const part of ['Cause', 'Look', 'Remedy']) expect(page).toMatch(new RegExp(`## ${part}\n\n\\S`))
      expect(unknownIn(page)).toEqual([])
    },
  )

  it('fire in a simulated outage, every one of them', () => {
    interface Simulated {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
    }
    const { tests } = loadYaml<Simulated>(read('deploy/alerts/mkt.rules.test.yaml'))
    const expected = tests.flatMap((test) => test.alert_rule_test).filter(({ exp_alerts: alerts }) => alerts.length > 0)
    const fired = new Set(expected.map(({ alertname }) => alertname))
    expect(rules.map(({ alert }) => alert).filter((alert) => !fired.has(alert))).toEqual([])
  })

  it('have one page each, and no page is left over', () => {
    const pages = globSync('docs/runbooks/*.md', { cwd: root }).filter((path) => !path.endsWith('README.md'))
    expect(pages.sort()).toEqual(rules.map(({ annotations }) => annotations.runbook).sort())
    const index = read('docs/runbooks/README.md')
    for (const { alert } of rules) expect(index).toContain(`[${alert}](`)
    const links = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => join(root, 'docs/runbooks', to))
    expect(links.filter((to) => !existsSync(to))).toEqual([])
  })
})

it.each(dashboard.panels.map((panel) => [panel.title, panel] as const))(
  'the panel %s of the dashboard asks for metrics and labels that exist',
  (_, { targets }) => {
    expect(targets.length).toBeGreaterThan(0)
    for (const { expr } of targets) {
      expect(unknownIn(expr)).toEqual([])
      expect(unknownLabels(expr)).toEqual([])
      expect(expr).toMatch(/\bmkt_/)
    }
  },
)
