import { Badge } from '@mantine/core'
import { stateTexts } from '../../texts/states.ts'

const green = [
  'PUBLIC',
  'LIVE',
  'RUNNING',
  'DELIVERED',
  'APPROVED',
  'HEALTHY',
  'VERIFIED',
  'CHECKED',
  'REGISTERED',
  'UP',
  'ENABLED',
]
const busy = [
  'PENDING',
  'STARTING',
  'REGISTERING',
  'STOPPING',
  'UNINSTALLING',
  'UPLOADED',
  'WAITING',
  'OPEN',
  'DRAINING',
  'REMOVING',
]
const red = ['ERROR', 'FAILED', 'REJECTED', 'DEAD', 'SUSPENDED', 'SICK', 'DOWN', 'DISABLED']
const amber = ['PAUSED', 'CHANGES_REQUESTED', 'SILENT']

function colorOf(state: string): string {
  if (green.includes(state)) return 'pine'
  if (busy.includes(state)) return 'blue'
  if (red.includes(state)) return 'red'
  if (amber.includes(state)) return 'clay'
  return 'gray'
}

/** A state, told by word first and by colour second. */
export function StateBadge({ state, size = 'md' }: { state: string | null; size?: 'sm' | 'md' | 'lg' }) {
  const key = String(state)
  const moving = busy.includes(key)
  return (
    <Badge variant="light" color={colorOf(key)} size={size} radius="sm" tt="none" fw={600} data-state={key}>
      {stateTexts.states[key] ?? key}
      {moving && key !== 'OPEN' ? ' …' : ''}
    </Badge>
  )
}
