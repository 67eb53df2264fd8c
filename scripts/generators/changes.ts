import { type AuditActionRow, auditActions, type LiveTopicRow, liveTopics, operations } from '@mkt/contract/api'
import { type Generator, generatedBy, table } from './generator.ts'

const hearers: Record<LiveTopicRow['heardBy'], string> = {
  readers: 'who may read it',
  organization: 'members and keys of its organization who may read it',
  person: 'the person',
}

function makeChanges(): string {
  const topics = Object.entries(liveTopics as Record<string, LiveTopicRow>).map(([topic, row]) => {
    const { method, path } = operations[row.readBy]
    return [`\`${topic}\``, row.when, row.carries ?? '', `${row.readBy} \`${method} ${path}\``, hearers[row.heardBy]]
  })
  const actions = Object.entries(auditActions as Record<string, AuditActionRow>).map(
    ([action, { subject, changes }]) => [`\`${action}\``, subject, changes === undefined ? '' : `\`${changes}\``],
  )
  return [
    generatedBy,
    '# Changes: live topics and audit actions',
    '',
    '## Topics of the stream',
    '',
    '`GET /stream` sends `change` events `{ "topic": "…", "id": "…" }` to everybody who may read what changed. `reset` means: read everything again.',
    '',
    table(['topic', 'sent when', 'id of', 'read it by', 'heard by'], topics),
    '',
    '## Audit actions',
    '',
    'Every change that somebody asked for leaves an audit row with one of these actions, in the same transaction. The row itself is told by the',
    'topic `audit`, or `platform` where it concerns no organization; the last column is what is told besides.',
    '',
    table(['action', 'done to', 'topic'], actions),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/changes.md', make: makeChanges }]
