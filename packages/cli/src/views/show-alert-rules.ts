import { alertThresholds } from '@mkt/contract/api'
import type { Client } from '@mkt/contract/client'
import { table } from './table.ts'

type Rule = Awaited<ReturnType<Client['getAlertRules']>>['rules'][number]

/** An older platform answers without topics. */
function when({ kind, threshold, topics = [] }: Partial<Rule> & Pick<Rule, 'kind' | 'threshold'>): string {
  const { unit } = alertThresholds[kind]
  return [kind, ...(unit === '' ? [] : [threshold, unit]), topics.join(',')].filter((word) => word !== '').join(' ')
}

export function showAlertRules(rules: readonly Rule[]): string[] {
  const rows = rules.map((rule) => [
    rule.id,
    rule.name,
    when(rule),
    `${rule.target} ${rule.address}`,
    rule.quietHours ? `${rule.quietHours.from}-${rule.quietHours.to} ${rule.quietHours.timeZone}` : '-',
    rule.firing,
    rule.problem,
  ])
  return table(['id', 'name', 'when', 'to', 'quiet', 'firing', 'problem'], rows, 'There are no alert rules.')
}
