import { useDisableOrganization, useEnableOrganization } from '../../queries/accounts/organizations.ts'
import { useMay } from '../../queries/session/may.ts'
import { operate } from '../../texts/operate.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { ReasonButton } from '../../ui/action/reason-button.tsx'

const texts = operate.organizations

interface Props {
  organization: { id: string; title: string; disabledAt: string | null }
  /** In a row of a list. */
  compact?: boolean
}

/** Disables an organization, or enables it again. */
export function OrganizationSwitch({ organization: { id, title, disabledAt }, compact = false }: Props) {
  const enable = useEnableOrganization()
  const disable = useDisableOrganization()
  const mayEnable = useMay('enableOrganization')
  const mayDisable = useMay('disableOrganization')
  if (!(disabledAt ? mayEnable : mayDisable)) return null
  const look = compact ? ({ size: 'compact-sm', variant: 'subtle' } as const) : ({ variant: 'default' } as const)
  return disabledAt ? (
    <ConfirmButton
      {...look}
      label={texts.enable}
      of={title}
      text={texts.enableText}
      act={() => enable.mutateAsync(id)}
    />
  ) : (
    <ReasonButton
      {...look}
      {...(compact ? { color: 'red' } : {})}
      label={texts.disable}
      of={title}
      text={texts.disableText}
      done={texts.disabled(title)}
      undo={() => enable.mutateAsync(id)}
      act={(reason) => disable.mutateAsync({ org: id, reason })}
    />
  )
}
