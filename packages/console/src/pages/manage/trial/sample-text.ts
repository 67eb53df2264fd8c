import { formatNumber, formatTime } from '../../../lib/format.ts'
import type { Trial } from '../../../queries/release/trials.ts'
import { trials as texts } from '../../../texts/trials.ts'

/** Which calls a release was tried with. */
export function sampleText({ sample, only }: Pick<Trial, 'sample' | 'only'>): string {
  return [
    texts.samples[sample],
    only.from && texts.tried.from(formatTime(only.from)),
    only.to && texts.tried.to(formatTime(only.to)),
    only.policies && texts.tried.policies(only.policies.join(', ')),
    only.maxCalls && texts.tried.most(formatNumber(only.maxCalls)),
  ]
    .filter(Boolean)
    .join(', ')
}
