import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A name with what tells it apart from others of that name. */
export function Named({ name, detail }: { name: ReactNode; detail: ReactNode }) {
  return (
    <div>
      <Text fw={600}>{name}</Text>
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    </div>
  )
}
