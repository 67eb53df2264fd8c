import type { Costs } from './costs.ts'

/** As `npm run bench capacity` printed it, on a machine that was busy with other work: a calm one needs less. */
export const measured: Costs = {
  measuredOn: '2026-11-17',
  accept: { ours: 134, database: 57, walKb: 1_930, keptKb: 2_010 },
  delivery: { ours: 431, database: 293, walKb: 2_020, keptKb: 740 },
  call: { ours: 190, database: 26, walKb: 640, keptKb: 434 },
  stateRead: { ours: 39.9, database: 0, walKb: 0, keptKb: 0 },
  installationKb: 13,
  idleAppMb: 32,
}
