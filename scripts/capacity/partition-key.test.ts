import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bigTables } from '../../packages/server/src/store/database/migration-rules.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/reference/tables.md'), 'utf8')
const tables = new Map(text.split('\n## ').map((part) => [part.split('\n')[0] ?? '', part]))
/** Tables of one cell: they belong to a deployment or to the cell itself, not to a customer. */
const OF_THE_CELL = new Set(['change', 'container_log', 'request_tally'])
/** What belongs to one organization for good, so that a row that names it names the organization. */
const OWNED = ['installation_id', 'event_id']

test.each([...bigTables].filter((name) => !OF_THE_CELL.has(name)))(
  '%s grows with a customer’s traffic and names the customer’s organization, which cells are divided by',
  (name) => {
    const part = tables.get(name) ?? ''
    const columns = [...part.matchAll(/^\| `(\w+)` \|/gm)].map(([, column]) => column ?? '')
    const key = /PRIMARY KEY \((\w+)/.exec(part)?.[1] ?? ''
    const isNamed = columns.includes('organization_id') || OWNED.includes(key) || columns.includes('event_id')
    expect({ name, isNamed }).toEqual({ name, isNamed: true })
  },
)
