import { alertThresholds } from '@mkt/contract/api'
import type { Client } from '@mkt/contract/client'
import { table } from './table.ts'

type Rule = Awaited<ReturnType<Client['getAlertRules']>>['rules'][number]

export function showAlertRules(rules: readonly Rule[]): string[] {
  const rows = rules.map((rule) => [
    rule.id,
    rule.name,
    rule.kind === 'update' ? rule.kind : `${rule.kind} ${rule.threshold} ${alertThresholds[rule.kind].unit}`,
    `${rule.target} ${rule.address}`,
    rule.quietHours ? `${rule.quietHours.from}-${rule.quietHours.to} ${rule.quietHours.timeZone}` : '-',
    rule.firing,
    rule.problem,
  ])
  return table(['id', 'name', 'when', 'to', 'quiet', 'firing', 'problem'], rows, 'There are no alert rules.')
}
