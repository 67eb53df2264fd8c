import { Badge } from '@mantine/core'
import { type StateName, type Tone, tones } from '@mkt/contract/states'
import { type Condition, stateTexts } from '../../texts/states.ts'

type Shown = StateName | Condition | 'null'

const colors: Record<Tone, string> = {
  good: 'pine',
  busy: 'blue',
  open: 'blue',
  attention: 'clay',
  bad: 'red',
  neutral: 'gray',
}

const toneOf: Record<Shown, Tone> = {
  ...tones,
  null: 'neutral',
  UP: 'good',
  DOWN: 'bad',
  SILENT: 'attention',
  ENABLED: 'good',
  DISABLED: 'bad',
}

/** How a process or a part of the platform is, as a badge names it. */
export function conditionOf(state: 'up' | 'down' | 'silent'): Condition {
  return state === 'up' ? 'UP' : state === 'down' ? 'DOWN' : 'SILENT'
}

/** A state, told by word first and by colour second. */
export function StateBadge({ state, size = 'md' }: { state: StateName | Condition | null; size?: 'sm' | 'md' | 'lg' }) {
  const key: Shown = state ?? 'null'
  const tone = toneOf[key]
  return (
    <Badge variant="light" color={colors[tone]} size={size} radius="sm" tt="none" fw={600} data-state={key}>
      {stateTexts.states[key]}
      {tone === 'busy' ? ' …' : ''}
    </Badge>
  )
}
