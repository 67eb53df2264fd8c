import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { common } from '../../texts/common.ts'
import { useListChoice } from './list-choices.ts'
import type { Column } from './rows.tsx'

/** The columns of a list without those that were hidden. The first one stays: it names the row. */
export function useShownColumns<Item>(list: string, columns: Column<Item>[]): Column<Item>[] {
  const [{ hidden }] = useListChoice(list)
  return columns.filter(({ label }, index) => index === 0 || !hidden.includes(label))
}

interface Props {
  list: string
  labels: readonly string[]
}

/** Chooses which columns a list shows. */
export function ColumnChoice({ list, labels }: Props) {
  const [{ hidden }, change] = useListChoice(list)
  const toggle = (label: string) =>
    change({ hidden: hidden.includes(label) ? hidden.filter((one) => one !== label) : [...hidden, label] })
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={15} />}>
          {common.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={common.columns}>
        <Stack gap="xs">
          {labels.map((label) => (
            <Checkbox key={label} label={label} checked={!hidden.includes(label)} onChange={() => toggle(label)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
