import { Button, Group, Text } from '@mantine/core'
import {
  type DoneToMany,
  type Installation,
  useStartMany,
  useStopMany,
  useUpgradeMany,
} from '../../../queries/installation/installations.ts'
import { useMe } from '../../../queries/session/current-organization.ts'
import { mayDo } from '../../../queries/session/may.ts'
import { bulkTexts as texts } from '../../../texts/bulk.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { tellDone, tellFailed } from '../../../ui/feedback/tell-done.tsx'
import { startable, stoppable, upgradable } from './bulk-moves.ts'

interface Props {
  selected: Installation[]
  shown: readonly Installation[]
  onSelect: (ids: readonly string[]) => void
}

const names = (many: readonly Installation[]) => many.map(({ name }) => name).join(', ')
const idsOf = (many: readonly Installation[]) => many.map(({ id }) => id)

/** What can be done to the selected installations at once. It says what and how many it hits before it does. */
export function BulkBar({ selected, shown, onSelect }: Props) {
  const me = useMe()
  const upgrade = useUpgradeMany()
  const stop = useStopMany()
  const start = useStartMany()
  const upgrades = upgradable(selected).filter((one) => mayDo(me, 'upgradeInstallation', one))
  const stops = stoppable(selected).filter((one) => mayDo(me, 'stopInstallation', one))
  const starts = startable(selected).filter((one) => mayDo(me, 'startInstallation', one))
  const left = (done: readonly Installation[], why: (count: number) => string) =>
    done.length < selected.length ? ` ${why(selected.length - done.length)}` : ''
  const tell = ({ changed, failed }: DoneToMany, done: (count: number) => string) => {
    if (changed.length > 0) tellDone(done(changed.length))
    for (const { name, reason } of failed) tellFailed(texts.failed(name), reason)
  }
  const tellAndClear = (done: DoneToMany, words: (count: number) => string) => {
    tell(done, words)
    onSelect([])
  }
  /** Waits by itself: those that start may leave a filtered list, and this bar with them. */
  const startAll = async () => tellAndClear(await start.mutateAsync(starts), texts.starting)
  /** What was stopped stays selected while the list shows it: a stop takes a while, and then a press starts the same ones. */
  const tellStopped = (done: DoneToMany) => {
    tell(done, texts.stopping)
    onSelect(idsOf(done.changed))
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
          act={() => upgrade.mutateAsync(upgrades).then((done) => tellAndClear(done, texts.done))}
        />
      ) : null}
      {starts.length > 0 ? (
        <Button size="xs" variant="default" loading={start.isPending} onClick={() => void startAll()}>
          {texts.start(starts.length)}
        </Button>
      ) : null}
      {stops.length > 0 ? (
        <ConfirmButton
          size="xs"
          color="red"
          label={texts.stop(stops.length)}
          text={texts.stopText(names(stops)) + left(stops, texts.left)}
          act={() => stop.mutateAsync(stops).then(tellStopped)}
        />
      ) : null}
      {selected.length < shown.length ? (
        <Button size="xs" variant="subtle" onClick={() => onSelect(idsOf(shown))}>
          {texts.selectAll}
        </Button>
      ) : null}
      <Button size="xs" variant="subtle" onClick={() => onSelect([])}>
        {texts.clear}
      </Button>
    </Group>
  )
}
