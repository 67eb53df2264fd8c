import { deadReasons } from '../../packages/server/src/actions/delivery/note-delivery.ts'
import { type Generator, generatedBy, table } from './generator.ts'

/** What helps against each; the reason itself is the platform's own text. */
const help: Readonly<Record<keyof typeof deadReasons, string>> = {
  rejected: 'See the attempt: the answer was a 4xx other than 408, 425 and 429. Fix the application, then replay',
  gone: 'The application says that nobody is there any more. `mkt events resume` ends the pause, then replay',
  exhausted: 'Fix the application, then replay; events that came later are not held up by this one',
  suspected_poison:
    'It was in flight at two crashes of its instance, was then sent alone, and the instance crashed again. Look for the crash in `mkt logs`, fix it, deploy, then replay',
  uninstalled: 'Nothing: there is no application to send it to',
  payload_gone: 'Nothing: payloads are kept for 30 days',
  erased: 'Nothing: its body was purged with everything else that names the person',
}

function makeDeliveries(): string {
  const rows = Object.entries(deadReasons).map(([reason, text]) => [
    `\`${reason}\``,
    text,
    help[reason as keyof typeof deadReasons],
  ])
  return [
    generatedBy,
    '# Dead letters',
    '',
    'A delivery that is not tried again is `DEAD`; its `reason` says why. `mkt events list --state DEAD` lists them, `mkt events show <delivery>` shows',
    'every attempt, `mkt events replay` sends one again, or with `--dead` all of them.',
    '',
    table(['reason', 'meaning', 'what helps'], rows),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/deliveries.md', make: makeDeliveries }]
