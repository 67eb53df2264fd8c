import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Grant } from '../../queries/session/grant.ts'
import { RefusedButton } from '../../ui/action/refused-button.tsx'

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'leftSection'> {
  grant: Grant
  /** What the button is called. */
  label: string
  /** What it is done to, where many buttons have the same label. */
  of?: string | undefined
  /** The button for people who may press it. */
  children: ReactNode
}

/** A button by what the role of a person allows: as it is, disabled with the reason, or not at all. */
export function Granted({ grant, children, ...button }: Props) {
  if (!grant.shown) return null
  if (grant.because === undefined) return children
  return <RefusedButton because={grant.because} {...button} />
}
