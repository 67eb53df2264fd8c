import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sandboxQuery, type Tenant, useConnectSandbox } from '../../queries/installation/tenants.ts'
import { ownedBy, useMay } from '../../queries/session/may.ts'
import { sandboxTexts as texts } from '../../texts/sandbox.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'

interface Props {
  org: string
  variant: Tenant['variant']
  onDone: (tenant: Tenant) => void
}

/** Connects the platform's simulated policy system in one click, where there is one. */
export function SandboxButton({ org, variant, onDone }: Props) {
  const mayConnect = useMay('createSandboxTenant', ownedBy({ id: org }))
  const { data } = useQuery({ ...sandboxQuery(org), enabled: mayConnect })
  const connect = useConnectSandbox(org)
  if (!mayConnect || !data?.variants.includes(variant)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFlask size={16} />}
        loading={connect.isPending}
        onClick={() => connect.mutate(variant, { onSuccess: onDone })}
      >
        {texts.connect}
      </Button>
      <FailureNote failure={connect.error} />
    </>
  )
}
