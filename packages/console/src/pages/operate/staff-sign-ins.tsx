import { Switch, Text } from '@mantine/core'
import { type PlatformSsoShown, useChangeStaffPolicy } from '../../queries/identity/platform-sso.ts'
import { useMay } from '../../queries/session/may.ts'
import { common } from '../../texts/common.ts'
import { operate } from '../../texts/operate.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Rows } from '../../ui/list/rows.tsx'
import { Named } from '../../ui/text/named.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = operate.signIn
type Person = PlatformSsoShown['people'][number]

/** Who has to use the provider, and who is linked to it. */
export function StaffSignIns({ shown }: { shown: PlatformSsoShown }) {
  const change = useChangeStaffPolicy()
  const mayChange = useMay('changeStaffPolicy') && shown.connection !== null
  const named = shown.people.filter((one) => one.breakGlass).map(({ id }) => id)
  const toggle = ({ id, breakGlass }: Person) =>
    change.mutate({ breakGlass: breakGlass ? named.filter((one) => one !== id) : [...named, id] })
  return (
    <Section title={texts.people} lead={texts.peopleLead}>
      <FailureNote failure={change.error} />
      <Switch
        mb="md"
        label={texts.enforce}
        description={texts.enforceHint}
        checked={shown.enforceSso}
        disabled={!mayChange || change.isPending}
        onChange={(event) => change.mutate({ enforceSso: event.currentTarget.checked })}
      />
      <Rows
        caption={texts.people}
        items={shown.people}
        keyOf={({ id }) => id}
        columns={[
          { label: operate.people.person, cell: ({ name, email }) => <Named name={name} detail={email} /> },
          { label: operate.people.role, cell: ({ platformRole }) => operate.people[platformRole] },
          {
            label: texts.linked,
            cell: ({ linked, lastUsedAt }) =>
              lastUsedAt ? (
                <Time at={lastUsedAt} />
              ) : (
                <Text size="sm">{linked ? texts.isLinked : texts.notLinked}</Text>
              ),
          },
          { label: texts.factor, cell: ({ secondFactor }) => (secondFactor ? texts.factorSet : texts.factorUnset) },
          {
            label: texts.breakGlass,
            cell: (person) =>
              person.platformRole === 'operator' ? (
                <Switch
                  aria-label={common.of(texts.breakGlass, person.name)}
                  checked={person.breakGlass}
                  disabled={!mayChange || change.isPending}
                  onChange={() => toggle(person)}
                />
              ) : null,
          },
        ]}
      />
    </Section>
  )
}
