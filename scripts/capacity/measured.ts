import type { Costs } from './costs.ts'

/** Medians of three runs of `npm run bench -- capacity` on a machine with two processors and no other work. Runs differ by about a tenth. */
export const measured: Costs = {
  measuredOn: '2026-11-19',
  accept: { ours: 139, database: 56, walKb: 2_060, keptKb: 2_440 },
  delivery: { ours: 353, database: 107, walKb: 843, keptKb: 159 },
  call: { ours: 93.8, database: 29, walKb: 729, keptKb: 467 },
  stateRead: { ours: 21, database: 0, walKb: 0, keptKb: 0 },
  installationKb: 13,
  idleAppMb: 43,
}
