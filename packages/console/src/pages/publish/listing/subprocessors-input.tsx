import { ActionIcon, Button, Checkbox, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { problemAt } from '../../../lib/problem-at.ts'
import type { DataSheet } from '../../../queries/release/trust.ts'
import { trust } from '../../../texts/trust.ts'
import styles from './subprocessors-input.module.css'

const texts = trust.form
const most = 50
type Subprocessors = NonNullable<DataSheet['subprocessors']>

interface Props {
  value: DataSheet['subprocessors']
  failure: unknown
  onChange: (value: DataSheet['subprocessors']) => void
}

/** Subprocessors: not stated, none, or a list. None is something the publisher says, so it is a choice of its own. */
export function SubprocessorsInput({ value, failure, onChange }: Props) {
  const rows = value ?? []
  const change = (index: number, part: Partial<Subprocessors[number]>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <Input.Wrapper
      label={texts.subprocessors}
      description={texts.subprocessorsHint}
      labelElement="div"
      role="group"
      aria-label={texts.subprocessors}
      error={problemAt(failure, '/subprocessors')}
    >
      <Stack gap="xs" mt="xs">
        {rows.length === 0 ? (
          <Checkbox
            label={texts.noSubprocessors}
            checked={value !== undefined}
            onChange={(event) => onChange(event.currentTarget.checked ? [] : undefined)}
          />
        ) : null}
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, it has nothing else yet
          <div key={index} className={styles.row}>
            {(['name', 'purpose', 'location'] as const).map((part) => {
              const label = part === 'purpose' ? texts.purposeOf : texts[part]
              return (
                <TextInput
                  key={part}
                  aria-label={label}
                  placeholder={label}
                  maxLength={part === 'purpose' ? 300 : 200}
                  value={row[part] ?? ''}
                  error={problemAt(failure, `/subprocessors/${index}/${part}`)}
                  onChange={(event) => change(index, { [part]: event.currentTarget.value })}
                />
              )
            })}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.remove(row.name)}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <IconTrash size={17} />
            </ActionIcon>
          </div>
        ))}
        {rows.length < most ? (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={15} />}
              onClick={() => onChange([...rows, { name: '', purpose: '' }])}
            >
              {texts.add}
            </Button>
          </div>
        ) : null}
      </Stack>
    </Input.Wrapper>
  )
}
