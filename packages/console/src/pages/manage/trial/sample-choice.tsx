import { Group, NumberInput, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { rangeOf } from '../../../lib/days.ts'
import type { TrialInput } from '../../../queries/release/trials.ts'
import { trials as texts } from '../../../texts/trials.ts'
import { DayRange } from '../../../ui/list/day-range.tsx'

type Choice = Pick<TrialInput, 'sample' | 'only'>
type Sample = NonNullable<TrialInput['sample']>

export interface WrittenSample {
  sample: Sample | null
  from: string | undefined
  to: string | undefined
  maxCalls: number | null
  policies: string
}

export const emptySample: WrittenSample = { sample: null, from: undefined, to: undefined, maxCalls: null, policies: '' }

interface Props {
  written: WrittenSample
  onChange: (written: WrittenSample) => void
}

/** Which calls a release is tried with. Nothing chosen: the kept ones, else what was recorded, all of them. */
export function SampleChoice({ written, onChange }: Props) {
  const write = (change: Partial<WrittenSample>) => onChange({ ...written, ...change })
  return (
    <Group align="end">
      <Select
        label={texts.which}
        placeholder={texts.whichUsual}
        data={Object.entries(texts.samples).map(([value, label]) => ({ value, label }))}
        value={written.sample}
        onChange={(sample) => write({ sample: sample as Sample | null })}
        clearable
      />
      <DayRange from={written.from} to={written.to} onChange={write} />
      <NumberInput
        label={texts.maxCalls}
        min={1}
        value={written.maxCalls ?? ''}
        onChange={(value) => write({ maxCalls: typeof value === 'number' ? value : null })}
      />
      <TextInput
        label={texts.policies}
        placeholder={texts.policiesExample}
        miw={260}
        value={written.policies}
        onChange={(event) => write({ policies: event.currentTarget.value })}
      />
    </Group>
  )
}

/** What was chosen, as the interface takes it: what was left empty is no condition. */
export function choiceOf({ sample, maxCalls, policies, ...days }: WrittenSample): Choice {
  const named = policies.split(/[\s,]+/).filter((locator) => locator !== '')
  const { from, to } = rangeOf(days)
  const only = {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(maxCalls === null ? {} : { maxCalls }),
    ...(named.length === 0 ? {} : { policies: named }),
  }
  return { ...(sample === null ? {} : { sample }), ...(Object.keys(only).length === 0 ? {} : { only }) }
}
