import { parseTable, type Setting, type TableRow } from '@mkt/manifest'
import { useMemo } from 'react'
import { shortText } from '../lib/short-text.ts'
import { forms } from '../texts/forms.ts'
import { settingText } from './setting-text.ts'
import styles from './table-value.module.css'

const texts = forms.settings
const most = 5

interface Props {
  setting: Setting
  /** CSV, or the JSON under which a table is stored. */
  value: string
  /** What the table is compared with: rows that stand in both are counted, not shown. */
  against?: string | null
}

/** The first rows of a table to read, and how many more there are. */
export function TableValue({ setting, value, against }: Props) {
  // A megabyte takes long to read: not with every key that is pressed beside it.
  const read = useMemo(() => readTable(setting, value, against), [setting, value, against])
  if (read === undefined) return <span>{settingText(setting, value)}</span>
  const { rows, same, reordered } = read
  const columns = setting.columns ?? []
  // Rows have no name; their place tells equal ones apart.
  const shown = rows.slice(0, most).map((row, place) => ({ place, row }))
  const notes = [
    rows.length > most ? texts.moreRows(rows.length - most) : null,
    same > 0 ? texts.sameRows(same) : null,
    reordered ? texts.otherOrder : null,
    rows.length + same === 0 ? texts.rows(0) : null,
  ].filter((note) => note !== null)
  if (rows.length === 0) return <span>{notes.join(', ')}</span>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label={setting.title}>
      <table className={styles.table} aria-label={setting.title}>
        {notes.length > 0 ? <caption>{notes.join(', ')}</caption> : null}
        <thead>
          <tr>
            {columns.map(({ name, title, type }) => (
              <th key={name} scope="col" data-number={type === 'Number' || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ place, row }) => (
            <tr key={place}>
              {columns.map(({ name, type }) => (
                <td key={name} data-number={type === 'Number' || undefined}>
                  {cellText(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface Read {
  rows: TableRow[]
  /** How many rows the other table has too. */
  same: number
  /** Both tables have the same rows, but not in the same order. */
  reordered: boolean
}

/** Nothing for a table from a release with other columns. */
function readTable(setting: Setting, value: string, against: string | null | undefined): Read | undefined {
  const table = parseTable(setting, value)
  if ('wrong' in table) return undefined
  const other = against ? parseTable(setting, against) : undefined
  if (other === undefined || 'wrong' in other) return { rows: table.rows, same: 0, reordered: false }
  const keys = table.rows.map((row) => JSON.stringify(row))
  const others = other.rows.map((row) => JSON.stringify(row))
  const left = new Map<string, number>()
  for (const key of others) left.set(key, (left.get(key) ?? 0) + 1)
  // A row that stands there twice has two partners at most.
  const rows = table.rows.filter((_, place) => {
    const key = keys[place] ?? ''
    const partners = left.get(key) ?? 0
    left.set(key, partners - 1)
    return partners <= 0
  })
  const isSame = rows.length === 0 && keys.length === others.length
  const reordered = isSame && keys.some((key, place) => key !== others[place])
  return { rows, same: table.rows.length - rows.length, reordered }
}

function cellText(cell: TableRow[string] | undefined): string {
  if (typeof cell === 'boolean') return cell ? texts.yes : texts.no
  return cell === undefined ? '' : shortText(String(cell))
}
