import { TextInput } from '@mantine/core'
import { type Days, timesOf } from '../../lib/days.ts'
import { timeFormats } from '../../lib/time-formats.ts'
import { common } from '../../texts/common.ts'

/** Narrows a list to a time, by the minute and in the zone of the person. */
export function TimeRange({ from, to, onChange }: Days & { onChange: (change: Days) => void }) {
  const times = timesOf({ from, to })
  const { zone } = timeFormats()
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="datetime-local"
      size="sm"
      aria-label={common.times[name]}
      title={common.times.inZone(common.times[name], zone)}
      leftSection={common.days.short[name]}
      leftSectionWidth={44}
      leftSectionProps={{ style: { fontSize: '0.8rem' } }}
      value={times[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  ))
}
