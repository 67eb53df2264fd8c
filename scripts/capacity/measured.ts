import type { Costs } from './costs.ts'

/** As `npm run bench capacity` printed it, on a machine that was busy with other work: a calm one needs less. */
export const measured: Costs = {
  measuredOn: '2026-11-19',
  accept: { ours: 91.7, database: 33, walKb: 2_040, keptKb: 2_430 },
  delivery: { ours: 235, database: 68, walKb: 855, keptKb: 178 },
  call: { ours: 72.9, database: 19, walKb: 738, keptKb: 468 },
  stateRead: { ours: 21.3, database: 0, walKb: 0, keptKb: 0 },
  installationKb: 12,
  idleAppMb: 42,
}
