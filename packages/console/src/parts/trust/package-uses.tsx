import { Anchor, Stack } from '@mantine/core'
import type { StateName } from '@mkt/contract/states'
import { Link } from '@tanstack/react-router'
import { usePaged } from '../../queries/client/paged.ts'
import { packageUsesQuery } from '../../queries/release/packages.ts'
import { packageTexts as texts } from '../../texts/packages.ts'
import { stateTexts } from '../../texts/states.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { Named } from '../../ui/text/named.tsx'

/** A state as people read it; one that this console does not know stands for itself. */
const wordOf = (state: string) =>
  Object.hasOwn(stateTexts.states, state) ? stateTexts.states[state as StateName] : state

/** Reverse look-up: from a package to the releases that have it and the installations that run them. */
export function PackageUses() {
  const { words } = useAddress()
  const name = (words.q ?? '').trim()
  return (
    <ListSection list="packages" title={texts.title} lead={texts.lead} search={texts.search}>
      {name === '' ? <Empty title={texts.ask} /> : <Uses name={name} />}
    </ListSection>
  )
}

function Uses({ name }: { name: string }) {
  const { items, more } = usePaged(packageUsesQuery(name))
  if (items.length === 0) return <Empty title={texts.none(name)} text={texts.noneHint} />
  return (
    <ListRows
      empty={{ title: texts.ask }}
      caption={texts.title}
      items={items}
      more={more}
      keyOf={({ release }) => release.id}
      columns={[
        {
          label: texts.release,
          cell: ({ listing, release }) => (
            <Named name={`${listing.name} ${release.version}`} detail={wordOf(release.state)} />
          ),
        },
        { label: texts.versions, cell: ({ packages }) => [...new Set(packages.map((one) => one.version))].join(', ') },
        {
          label: texts.installations,
          cell: ({ installations }) =>
            installations.length === 0 ? (
              texts.noInstallation
            ) : (
              <Stack gap={2}>
                {installations.map(({ id, organization, tenant, test }) => (
                  <Anchor key={id} component={Link} to={`/manage/installations/${id}`} size="sm">
                    {`${organization} · ${tenant}${test ? ` (${texts.test})` : ''}`}
                  </Anchor>
                ))}
              </Stack>
            ),
        },
      ]}
    />
  )
}
