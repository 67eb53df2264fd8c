import type { Grant } from '../../queries/session/grant.ts'
import { ConfirmButton, type ConfirmButtonProps } from '../../ui/action/confirm-button.tsx'
import { RefusedButton } from '../../ui/action/refused-button.tsx'

/** A button that asks for confirmation, by what the role of a person allows: as it is, disabled with the reason, or not at all. */
export function GrantedConfirm({ grant, ...button }: ConfirmButtonProps & { grant: Grant }) {
  if (!grant.shown) return null
  if (grant.because === undefined) return <ConfirmButton {...button} />
  const { title, text, typeToConfirm, idle, done, undo, act, ...look } = button
  return <RefusedButton variant="default" {...look} because={grant.because} />
}
