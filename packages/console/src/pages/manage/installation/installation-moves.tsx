import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import {
  type Installation,
  useStartInstallation,
  useStopInstallation,
  useUninstallInstallation,
} from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

const texts = manage.installation

/** What can be done with an installation in its state; what the role of this person does not allow is disabled and says so. */
export function InstallationMoves({ installation }: { installation: Installation }) {
  const start = useStartInstallation(installation.id)
  const stop = useStopInstallation(installation.id)
  const uninstall = useUninstallInstallation(installation.id)
  const starting = useGrant('startInstallation', installation)
  const stopping = useGrant('stopInstallation', installation)
  const uninstalling = useGrant('uninstallInstallation', installation)
  const startLabel = installation.state === 'ERROR' ? texts.retry : texts.start
  const possible = (move: Installation['operations'][number]) => installation.operations.includes(move)
  return (
    <>
      <FailureNote failure={start.error} />
      {possible('start') ? (
        <Granted grant={starting} label={startLabel}>
          <Button leftSection={<IconPlayerPlay size={16} />} loading={start.isPending} onClick={() => start.mutate()}>
            {startLabel}
          </Button>
        </Granted>
      ) : null}
      {possible('stop') ? (
        <GrantedConfirm
          grant={stopping}
          label={texts.stop}
          title={common.of(texts.stop, installation.name)}
          text={texts.stopText}
          act={() => stop.mutateAsync()}
        />
      ) : null}
      {possible('uninstall') ? (
        <GrantedConfirm
          grant={uninstalling}
          label={texts.uninstall}
          title={common.of(texts.uninstall, installation.name)}
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
