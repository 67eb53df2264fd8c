import { observedLines as titles } from '@mkt/contract/api'
import { count } from '@mkt/contract/text'
import type { SheetLine } from '../listing/data-sheet.ts'
import type { ShownHost } from './observed-hosts.ts'

export interface Observations {
  hosts: readonly ShownHost[]
  /** Null where the relay does not see requests, or nothing is installed. */
  calls: { total: number; writing: number } | null
  fields: { sent: number; changed: number } | null
}

/** What the platform saw by itself, as lines of the data sheet. A line without an observation has no text. */
export function observedLines({ hosts, calls, fields }: Observations): SheetLine<keyof typeof titles>[] {
  const line = (name: keyof typeof titles, text: string | null): SheetLine<keyof typeof titles> => ({
    line: name,
    title: titles[name],
    mark: text === null ? null : 'observed',
    text,
    at: null,
    by: null,
  })
  return [
    line('egress', hosts.length === 0 ? null : hosts.map(hostText).join('\n')),
    line(
      'tenantCalls',
      calls === null || calls.total === 0
        ? null
        : `${count(calls.total, 'request')} through the relay, ${calls.writing} of them writing`,
    ),
    line(
      'fields',
      fields === null || fields.sent + fields.changed === 0
        ? null
        : `${count(fields.sent, 'field')} sent, ${fields.changed} changed`,
    ),
  ]
}

function hostText({ host, port, connections, refused, declared, policySystem }: ShownHost): string {
  const place = port === 0 || port === 443 ? host : `${host}:${port}`
  const facts = [
    count(connections, 'connection'),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(policySystem ? ['your policy system'] : declared ? [] : ['not declared']),
  ]
  return `${place} (${facts.join(', ')})`
}
