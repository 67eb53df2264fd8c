import type { Simulation } from '../core/simulation.ts'
import type { ScenarioRunner } from '../sim/scenario-runner.ts'

/** What every route of the desk works with. */
export type DeskContext = { simulation: Simulation; runner: ScenarioRunner; publicHost: string | undefined }
