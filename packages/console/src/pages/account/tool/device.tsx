import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useDecideDevice, useFindDevice } from '../../../queries/session/tools.ts'
import { ssoTexts } from '../../../texts/sso.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { ToolApproval } from './tool-approval.tsx'

const texts = ssoTexts.device
const route = getRouteApi('/shell/device')

/** Lets `mkt login --sso` on a machine without a browser sign in as the person who types its code here. */
export function DevicePage() {
  const { code } = route.useSearch()
  const [userCode, setUserCode] = useState(code ?? '')
  const find = useFindDevice()
  const decide = useDecideDevice()
  const found = find.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find.mutate(userCode)
  }
  if (decide.isSuccess)
    return (
      <>
        <PageHeader title={texts.title} />
        <Section narrow>
          <Text role="status">{decide.variables.approve ? texts.approved : texts.refused}</Text>
        </Section>
      </>
    )
  const pressed = decide.variables?.approve ? 'approve' : 'refuse'
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Section narrow>
        {found === undefined ? (
          <form onSubmit={submit} noValidate>
            <Stack gap="md">
              <FailureNote failure={find.error} />
              <TextInput
                label={texts.code}
                placeholder="XXXX-XXXX"
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={40}
                value={userCode}
                onChange={(event) => setUserCode(event.currentTarget.value)}
              />
              <Group>
                <Button type="submit" loading={find.isPending} disabled={userCode.trim() === ''}>
                  {texts.goOn}
                </Button>
              </Group>
            </Stack>
          </form>
        ) : (
          <ToolApproval
            warning={texts.warning}
            about={
              <>
                <Text size="sm">
                  {texts.from(found.address)} <Time at={found.createdAt} />
                </Text>
                {found.userAgent ? (
                  <Text size="sm" c="dimmed">
                    {found.userAgent}
                  </Text>
                ) : null}
              </>
            }
            failure={decide.error}
            busy={decide.isPending ? pressed : undefined}
            onApprove={(organization) => decide.mutate({ userCode, approve: true, organization })}
            onRefuse={() => decide.mutate({ userCode, approve: false })}
          />
        )}
      </Section>
    </>
  )
}
