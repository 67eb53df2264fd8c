import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../queries/api.ts'
import { type Installation, installationQuery } from '../../../queries/installations.ts'
import { manage } from '../../../texts/manage.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

const texts = manage.installation

/** What can be done with an installation now; the server says which moves are legal. */
export function InstallationMoves({ installation }: { installation: Installation }) {
  const client = useQueryClient()
  const params = { id: installation.id }
  const take = (next: Installation) => {
    client.setQueryData(installationQuery(installation.id).queryKey, next)
    return client.invalidateQueries({ queryKey: ['installations'] })
  }
  const start = useMutation({ mutationFn: () => api.startInstallation({ params }), onSuccess: take })
  const may = (move: Installation['operations'][number]) => installation.operations.includes(move)
  return (
    <>
      <FailureNote failure={start.error} />
      {may('start') ? (
        <Button leftSection={<IconPlayerPlay size={16} />} loading={start.isPending} onClick={() => start.mutate()}>
          {installation.state === 'ERROR' ? texts.retry : texts.start}
        </Button>
      ) : null}
      {may('stop') ? (
        <ConfirmButton
          label={texts.stop}
          text={texts.stopText}
          act={() => api.stopInstallation({ params }).then(take)}
        />
      ) : null}
      {may('uninstall') ? (
        <ConfirmButton
          label={texts.uninstall}
          text={texts.uninstallText}
          typeToConfirm={installation.listing.name}
          color="red"
          variant="subtle"
          act={() => api.uninstallInstallation({ params }).then(take)}
        />
      ) : null}
    </>
  )
}
