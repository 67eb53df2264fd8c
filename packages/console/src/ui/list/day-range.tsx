import { TextInput } from '@mantine/core'
import type { Days } from '../../lib/days.ts'
import { common } from '../../texts/common.ts'

/** Narrows a list to some days. */
export function DayRange({ from, to, onChange }: Days & { onChange: (change: Days) => void }) {
  const days = { from, to }
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      size="sm"
      aria-label={common.days[name]}
      title={common.days[name]}
      leftSection={common.days.short[name]}
      leftSectionWidth={44}
      leftSectionProps={{ style: { fontSize: '0.8rem' } }}
      value={days[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  ))
}
