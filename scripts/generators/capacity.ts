import { measured } from '../capacity/measured.ts'
import { plan, server, simulateDay } from '../capacity/simulate.ts'
import { type Generator, generatedBy, table } from './generator.ts'

const loads = [
  { installations: 100, eventsPerDay: 100_000 },
  { installations: 1_000, eventsPerDay: 1_000_000 },
  { installations: 10_000, eventsPerDay: 10_000_000 },
  { installations: 30_000, eventsPerDay: 100_000_000 },
  { installations: 100_000, eventsPerDay: 1_000_000_000 },
]

const shown = (value: number) => (value >= 10 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en')

function makeCapacity(): string {
  const { accept, delivery, call, stateRead, installationKb, idleAppMb, measuredOn } = measured
  const costs = Object.entries({
    'events taken in (1 KB)': accept,
    'events delivered': delivery,
    'calls carried and recorded': call,
    'state reads': stateRead,
  }).map(([what, cost]) => [
    what,
    shown(cost.ours),
    shown(cost.database),
    `${shown(cost.walKb)} KB`,
    `${shown(cost.keptKb)} KB`,
  ])
  const plans = loads.map((load) => {
    const { eventsPerSecond, cores, stateMb, walMbPerSecond, diskTb, cells, decidedBy } = plan(measured, load)
    return [
      shown(load.installations),
      shown(load.eventsPerDay),
      shown(eventsPerSecond),
      ...[cores.gateway, cores.state, cores.worker, cores.database].map(shown),
      `${shown(stateMb)} MB`,
      `${shown(walMbPerSecond)} MB/s`,
      `${shown(diskTb)} TB`,
      cells === 1 ? '1' : `${shown(cells)} (${decidedBy})`,
    ]
  })
  const days = loads.map((load) => {
    const { mostWaiting, longestMinutes } = simulateDay(load, 30)
    return [shown(load.eventsPerDay), shown(mostWaiting), `${longestMinutes} min`]
  })
  return [
    generatedBy,
    '# Figures of capacity',
    '',
    `Costs measured on ${measuredOn} by \`npm run bench capacity\`, and what follows from them by \`scripts/capacity/simulate.ts\`. How to read and use them: [capacity](../capacity.md).`,
    '',
    '## What a thousand cost',
    '',
    table(['a thousand', 'our CPU, ms', 'CPU of the database, ms', 'log of the database', 'kept in tables'], costs),
    '',
    `An installation takes ${installationKb} KB in the memory of each process that serves state; a small Node application that nobody calls takes ${idleAppMb} MB.`,
    '',
    '## What a load needs in its busiest hour',
    '',
    `Cores are planned to be at most 60 % busy. One database is a server with ${server.cores} cores, ${server.walMbPerSecond} MB of log a second and ${server.diskTb} TB.`,
    '',
    table(
      [
        'installations',
        'events a day',
        'events a second',
        'gateway cores',
        'state cores',
        'worker cores',
        'database cores',
        'state memory',
        'log',
        'disk, 30 days',
        'databases',
      ],
      plans,
    ),
    '',
    '## A day on which nothing is delivered for half an hour',
    '',
    table(['events a day', 'most events waiting', 'longest wait'], days),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/capacity.md', make: makeCapacity }]
