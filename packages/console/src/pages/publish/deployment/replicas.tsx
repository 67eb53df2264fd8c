import { Button, Group, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Deployment, useChangeReplicas } from '../../../queries/deployment/deployments.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'

const texts = publish.deployments
const choices = Array.from({ length: 10 }, (_, index) => String(index + 1))

/** How many instances of a deployment run at once. */
export function Replicas({ deployment }: { deployment: Deployment }) {
  const [wanted, setWanted] = useState<number>()
  const count = wanted ?? deployment.replicas
  const save = useChangeReplicas(deployment.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(count, {
      onSuccess: ({ replicas }) => {
        setWanted(undefined)
        tellDone(texts.replicasSaved(replicas), () => save.mutateAsync(deployment.replicas))
      },
    })
  }
  return (
    <form onSubmit={submit}>
      <FailureNote failure={save.error} />
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={texts.replicas}
          description={texts.replicasHint}
          data={choices}
          value={String(count)}
          onChange={(event) => setWanted(Number(event.currentTarget.value))}
        />
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={wanted === undefined || wanted === deployment.replicas}
        >
          {common.save}
        </Button>
      </Group>
    </form>
  )
}
