import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** What can be done with a row, at its end. */
export function RowButtons({ children }: { children: ReactNode }) {
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {children}
    </Group>
  )
}
