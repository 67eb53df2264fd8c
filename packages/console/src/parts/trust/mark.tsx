import { Badge, Tooltip } from '@mantine/core'
import { formatDay } from '../../lib/format.ts'
import type { SheetLine } from '../../queries/release/trust.ts'
import { trust as texts } from '../../texts/trust.ts'

const colors = { declared: 'gray', checked: 'pine', observed: 'blue' } as const

/** Who vouches for a line: the publisher, a moderator or the platform. */
export function Mark({ line: { mark, at, by } }: { line: Pick<SheetLine, 'mark' | 'at' | 'by'> }) {
  if (mark === null) return null
  const day = at ? formatDay(at) : ''
  const isChecked = mark === 'checked'
  return (
    <Tooltip label={isChecked ? texts.markHints.checked(by ?? '', day) : texts.markHints[mark]}>
      <Badge component="span" variant="light" color={colors[mark]} size="sm" radius="sm" tt="none" fw={500}>
        {isChecked ? texts.checkedOn(day) : texts.marks[mark]}
      </Badge>
    </Tooltip>
  )
}
