import { Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import { parseTable, type Setting } from '@mkt/manifest'
import { forms } from '../texts/forms.ts'

interface Props {
  setting: Setting
  /** CSV, its first line the names of the columns. */
  value: string
  shared: Record<string, unknown>
  onChange: (value: string) => void
}

/** A table as CSV: pasted, typed, or read from a file. What is in it is told as it is typed. */
export function TableInput({ setting, value, shared, onChange }: Props) {
  const columns = setting.columns ?? []
  const table = value.trim() === '' ? undefined : parseTable(setting, value)
  return (
    <div>
      <Textarea
        {...shared}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        placeholder={columns.map(({ name }) => name).join(',')}
        autosize
        minRows={4}
        maxRows={14}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        spellCheck={false}
        autoComplete="off"
      />
      <Group gap="sm" mt={4}>
        <FileButton accept=".csv,.json,text/csv,application/json" onChange={(file) => void file?.text().then(onChange)}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="subtle">
              {forms.settings.upload}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" role="status">
          {table !== undefined && 'rows' in table
            ? forms.settings.rows(table.rows.length)
            : forms.settings.columns(columns.map(({ title, name }) => (title === name ? name : `${title} (${name})`)))}
        </Text>
      </Group>
    </div>
  )
}
