import { Switch, Text } from '@mantine/core'
import { type Installation, useChangeInstallation } from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { manage } from '../../../texts/manage.ts'
import { RefusedSwitch } from '../../../ui/action/refused-switch.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

interface Props {
  installation: Installation
  name: 'pinned' | 'recording'
  label: string
  hint: string
}

/** Something about an installation that is on or off. Members who may not turn it see how it is and why they may not. */
export function InstallationSwitch({ installation, name, label, hint }: Props) {
  const change = useChangeInstallation(installation.id)
  const grant = useGrant('changeInstallation', installation)
  if (grant.because !== undefined) {
    return <RefusedSwitch label={label} description={hint} checked={installation[name]} because={grant.because} />
  }
  if (!grant.shown) {
    return (
      <Text size="sm">
        {label}: {installation[name] ? manage.on : manage.off}
      </Text>
    )
  }
  return (
    <>
      <FailureNote failure={change.error} />
      <Switch
        label={label}
        description={hint}
        checked={installation[name]}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ [name]: event.currentTarget.checked })}
      />
    </>
  )
}
