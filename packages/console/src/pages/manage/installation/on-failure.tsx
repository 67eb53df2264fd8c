import { NumberInput, Select, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { type Installation, useChangeInstallation } from '../../../queries/installation/installations.ts'
import { useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'

const texts = manage.onFailure
const HOUR = 3600

/** What the policy system gets when the application fails, for the calls that the application answers. */
export function OnFailure({ installation }: { installation: Installation }) {
  const change = useChangeInstallation(installation.id)
  const mayChange = useMay('changeInstallation', installation)
  const { answers, onFailure } = installation
  if (answers.length === 0) return null
  return (
    <Section title={texts.title}>
      <FailureNote failure={change.error} />
      <Stack gap="sm">
        {answers.map((kind) =>
          mayChange ? (
            <Select
              key={kind}
              label={texts.kinds[kind]}
              data={texts.choices[kind]}
              value={onFailure[kind]}
              allowDeselect={false}
              disabled={change.isPending}
              onChange={(value) => change.mutate({ onFailure: { [kind]: value } })}
            />
          ) : (
            <Text key={kind} size="sm">
              {texts.kinds[kind]}: {texts.choices[kind].find(({ value }) => value === onFailure[kind])?.label}
            </Text>
          ),
        )}
        {mayChange && onFailure.rater === 'last' && answers.includes('rater') ? (
          <NumberInput
            label={texts.age}
            description={texts.ageHint}
            min={1}
            max={720}
            value={Math.round(onFailure.maxAgeSeconds / HOUR)}
            disabled={change.isPending}
            onBlur={(event) => {
              const hours = Number(event.currentTarget.value)
              const maxAgeSeconds = hours * HOUR
              if (hours >= 1 && hours <= 720 && maxAgeSeconds !== onFailure.maxAgeSeconds)
                change.mutate({ onFailure: { maxAgeSeconds } })
            }}
          />
        ) : null}
      </Stack>
    </Section>
  )
}
