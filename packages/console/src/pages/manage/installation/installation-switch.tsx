import { Switch, Text } from '@mantine/core'
import { type Installation, useChangeInstallation } from '../../../queries/installation/installations.ts'
import { useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

interface Props {
  installation: Installation
  name: 'pinned' | 'recording'
  label: string
  hint: string
}

/** Something about an installation that is on or off. Who may not turn it reads how it is. */
export function InstallationSwitch({ installation, name, label, hint }: Props) {
  const change = useChangeInstallation(installation.id)
  const mayChange = useMay('changeInstallation', installation)
  if (!mayChange) {
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
