import type { ComponentProps } from 'react'
import { GrantedConfirm } from './granted-confirm.tsx'

type Props = Omit<ComponentProps<typeof GrantedConfirm>, 'size' | 'variant' | 'color' | 'of'> & {
  /** Names the row for screen readers. */
  of: string
  /** It takes something away. */
  red?: boolean
}

/** The small button at the end of a row, which asks before it acts. */
export function RowConfirm({ red = false, ...button }: Props) {
  return <GrantedConfirm size="compact-sm" variant="subtle" {...(red ? { color: 'red' } : {})} {...button} />
}
