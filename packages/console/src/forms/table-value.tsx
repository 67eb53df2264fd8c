import { parseTable, type Setting, type TableRow } from '@mkt/manifest'
import { forms } from '../texts/forms.ts'
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
  const table = parseTable(setting, value)
  // A table from a release with other columns stays the text that it was.
  if ('wrong' in table) return <span>{value}</span>
  const rows = against ? rowsBeside(setting, table.rows, against) : table.rows
  const columns = setting.columns ?? []
  // Rows have no name; their place tells equal ones apart.
  const shown = rows.slice(0, most).map((row, place) => ({ place, row }))
  const same = table.rows.length - rows.length
  const notes = [
    rows.length > most ? texts.moreRows(rows.length - most) : null,
    same > 0 ? texts.sameRows(same) : null,
    table.rows.length === 0 ? texts.rows(0) : null,
  ].filter((note) => note !== null)
  if (rows.length === 0) return <span>{notes.join(', ')}</span>
  return (
    <div className={styles.frame}>
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
    </div>
  )
}

/** The rows that the other table does not have. */
function rowsBeside(setting: Setting, rows: TableRow[], against: string): TableRow[] {
  const other = parseTable(setting, against)
  if ('wrong' in other) return rows
  const known = new Set(other.rows.map((row) => JSON.stringify(row)))
  return rows.filter((row) => !known.has(JSON.stringify(row)))
}

function cellText(cell: TableRow[string] | undefined): string {
  if (typeof cell === 'boolean') return cell ? texts.yes : texts.no
  return cell === undefined ? '' : String(cell)
}
