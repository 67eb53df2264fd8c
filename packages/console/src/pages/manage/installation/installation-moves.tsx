import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import {
  type Installation,
  useStartInstallation,
  useStopInstallation,
  useUninstallInstallation,
} from '../../../queries/installation/installations.ts'
import { useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

const texts = manage.installation

/** What this person can do with an installation now: the state allows the move, and so does their role. */
export function InstallationMoves({ installation }: { installation: Installation }) {
  const start = useStartInstallation(installation.id)
  const stop = useStopInstallation(installation.id)
  const uninstall = useUninstallInstallation(installation.id)
  const mayStart = useMay('startInstallation', installation)
  const mayStop = useMay('stopInstallation', installation)
  const mayUninstall = useMay('uninstallInstallation', installation)
  const possible = (move: Installation['operations'][number]) => installation.operations.includes(move)
  return (
    <>
      <FailureNote failure={start.error} />
      {mayStart && possible('start') ? (
        <Button leftSection={<IconPlayerPlay size={16} />} loading={start.isPending} onClick={() => start.mutate()}>
          {installation.state === 'ERROR' ? texts.retry : texts.start}
        </Button>
      ) : null}
      {mayStop && possible('stop') ? (
        <ConfirmButton label={texts.stop} text={texts.stopText} act={() => stop.mutateAsync()} />
      ) : null}
      {mayUninstall && possible('uninstall') ? (
        <ConfirmButton
          label={texts.uninstall}
          text={texts.uninstallText}
          typeToConfirm={installation.name}
          color="red"
          variant="subtle"
          act={() => uninstall.mutateAsync()}
        />
      ) : null}
    </>
  )
}
