import { Button, Group, Text } from '@mantine/core'
import {
  type DoneToMany,
  type Installation,
  useStopMany,
  useUpgradeMany,
} from '../../../queries/installation/installations.ts'
import { useMe } from '../../../queries/session/current-organization.ts'
import { mayDo } from '../../../queries/session/may.ts'
import { bulkTexts as texts } from '../../../texts/bulk.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { tellDone, tellFailed } from '../../../ui/feedback/tell-done.tsx'
import { stoppable, upgradable } from './bulk-moves.ts'

interface Props {
  selected: Installation[]
  /** How many are shown. */
  of: number
  onAll: () => void
  onClear: () => void
}

const names = (many: readonly Installation[]) => many.map(({ name }) => name).join(', ')

/** What can be done to the selected installations at once. It says what and how many it hits before it does. */
export function BulkBar({ selected, of, onAll, onClear }: Props) {
  const me = useMe()
  const upgrade = useUpgradeMany()
  const stop = useStopMany()
  const upgrades = upgradable(selected).filter((one) => mayDo(me, 'upgradeInstallation', one))
  const stops = stoppable(selected).filter((one) => mayDo(me, 'stopInstallation', one))
  const left = (done: readonly Installation[], why: (count: number) => string) =>
    done.length < selected.length ? ` ${why(selected.length - done.length)}` : ''
  const tell = ({ changed, failed }: DoneToMany) => {
    if (changed > 0) tellDone(texts.done(changed))
    for (const { name, reason } of failed) tellFailed(texts.failed(name), reason)
    onClear()
  }
  return (
    <Group gap="sm" px="lg" py="xs" role="region" aria-label={texts.selected(selected.length)}>
      <Text size="sm" fw={600}>
        {texts.selected(selected.length)}
      </Text>
      {upgrades.length > 0 ? (
        <ConfirmButton
          size="xs"
          label={texts.upgrade(upgrades.length)}
          text={
            texts.upgradeText(upgrades.map(({ name, offer }) => `${name} ${offer?.version}`).join(', ')) +
            left(upgrades, texts.notUpgraded)
          }
          act={() => upgrade.mutateAsync(upgrades).then(tell)}
        />
      ) : null}
      {stops.length > 0 ? (
        <ConfirmButton
          size="xs"
          color="red"
          label={texts.stop(stops.length)}
          text={texts.stopText(names(stops)) + left(stops, texts.left)}
          act={() => stop.mutateAsync(stops).then(tell)}
        />
      ) : null}
      {selected.length < of ? (
        <Button size="xs" variant="subtle" onClick={onAll}>
          {texts.selectAll}
        </Button>
      ) : null}
      <Button size="xs" variant="subtle" onClick={onClear}>
        {texts.clear}
      </Button>
    </Group>
  )
}
