import { Button, Group, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Granted } from '../../../parts/access/granted.tsx'
import { type Deployment, type Scale, scaleOf, useChangeScale } from '../../../queries/deployment/deployments.ts'
import type { Grant } from '../../../queries/session/grant.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'

const texts = publish.deployments.scale
const counts = Array.from({ length: 10 }, (_, index) => String(index + 1))
const modes = Object.entries(texts.modes).map(([value, label]) => ({ value, label }))
type Range = Extract<Scale, { minInstances: number }>

/** A fixed number of instances, or two numbers between which it follows the load. */
export function ScaleForm({ deployment, grant }: { deployment: Deployment; grant: Grant }) {
  const present = scaleOf(deployment)
  const [chosen, setChosen] = useState<Scale>()
  const save = useChangeScale(deployment.id)
  if (!grant.shown) return null
  const scale = chosen ?? present
  const disabled = grant.because !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(scale, {
      onSuccess: () => {
        setChosen(undefined)
        tellDone(texts.saved(scale), () => save.mutateAsync(present))
      },
    })
  }
  const choose = (mode: string) => {
    const count = 'replicas' in scale ? scale.replicas : scale.minInstances
    setChosen(mode === 'fixed' ? { replicas: count } : { minInstances: count, maxInstances: count })
  }
  return (
    <form onSubmit={submit}>
      <FailureNote failure={save.error} />
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={texts.mode}
          data={modes}
          disabled={disabled}
          value={'replicas' in scale ? 'fixed' : 'load'}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {'replicas' in scale ? (
          <NativeSelect
            label={texts.count}
            data={counts}
            disabled={disabled}
            value={String(scale.replicas)}
            onChange={(event) => setChosen({ replicas: Number(event.currentTarget.value) })}
          />
        ) : (
          <RangeInputs range={scale} disabled={disabled} onChange={setChosen} />
        )}
        <Granted grant={grant} label={common.save} variant="default">
          <Button
            type="submit"
            variant="default"
            loading={save.isPending}
            disabled={JSON.stringify(scale) === JSON.stringify(present)}
          >
            {common.save}
          </Button>
        </Granted>
      </Group>
    </form>
  )
}

interface RangeProps {
  range: Range
  disabled: boolean
  onChange: (range: Range) => void
}

/** The two never cross: each moves the other along. */
function RangeInputs({ range: { minInstances, maxInstances }, disabled, onChange }: RangeProps) {
  return (
    <>
      <NativeSelect
        label={texts.least}
        data={counts}
        disabled={disabled}
        value={String(minInstances)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ minInstances: Number(value), maxInstances: Math.max(Number(value), maxInstances) })
        }
      />
      <NativeSelect
        label={texts.most}
        data={counts}
        disabled={disabled}
        value={String(maxInstances)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ minInstances: Math.min(Number(value), minInstances), maxInstances: Number(value) })
        }
      />
    </>
  )
}
