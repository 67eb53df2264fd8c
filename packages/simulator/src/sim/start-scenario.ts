import type { Simulation } from '../core/simulation.ts'
import { findTenant } from './find-tenant.ts'
import { renewalSeason } from './renewal-season.ts'
import type { ScenarioRun, ScenarioRunner } from './scenario-runner.ts'
import { roundOf, type ScenarioName } from './scenarios.ts'

type Asked = { name: ScenarioName; tenant: string; count?: number | undefined; seconds?: number | undefined }

/** Starts a scenario within its bounds; a renewal season ends with the book. */
export function startScenario(simulation: Simulation, runner: ScenarioRunner, asked: Asked): ScenarioRun {
  const { name, tenant } = asked
  const found = findTenant(simulation, tenant)
  const wanted = Math.min(100_000, Math.max(1, Math.floor(asked.count ?? 1)))
  const seconds = Math.min(3_600, Math.max(0, asked.seconds ?? 0))
  const { round, most } =
    name === 'renewal-season'
      ? renewalSeason(simulation, found)
      : { round: roundOf(simulation, found, name), most: wanted }
  return runner.start({ name, tenant, count: Math.min(wanted, most), seconds }, round)
}
