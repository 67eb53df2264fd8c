import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../queries/api.ts'
import { type Installation, installationQuery } from '../../../queries/installations.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

interface Props {
  installation: Installation
  name: 'pinned' | 'recording'
  label: string
  hint: string
  disabled?: boolean
}

/** Something about an installation that is on or off. */
export function InstallationSwitch({ installation, name, label, hint, disabled = false }: Props) {
  const client = useQueryClient()
  const turn = useMutation({
    mutationFn: (on: boolean) => api.changeInstallation({ params: { id: installation.id }, body: { [name]: on } }),
    onSuccess: (next) => client.setQueryData(installationQuery(installation.id).queryKey, next),
  })
  return (
    <>
      <FailureNote failure={turn.error} />
      <Switch
        label={label}
        description={hint}
        checked={installation[name]}
        disabled={disabled || turn.isPending}
        onChange={(event) => turn.mutate(event.currentTarget.checked)}
      />
    </>
  )
}
