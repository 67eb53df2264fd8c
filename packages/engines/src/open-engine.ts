import type { Engine, EngineName } from './engine.ts'
import { createSandboxEngine } from './sandbox/engine.ts'
import { unavailableEngine } from './unavailable-engine.ts'

export interface OpenOptions {
  /** Which engine; without it Docker where its socket answers, else the sandbox. */
  engine: EngineName | undefined
  /** Where an engine without a daemon keeps its files. */
  folder: string
  /** Instances that no platform looked at for so long end themselves, where there is no daemon to own them. */
  leaseMs?: number
}

/**
 * Opens the engine that runs applications here. Client libraries are loaded only for the engine that needs them. An
 * engine that cannot work is opened too, and says why at every start.
 */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  const name = options.engine ?? 'sandbox'
  try {
    const { folder, leaseMs } = options
    return await createSandboxEngine({ folder, ...(leaseMs === undefined ? {} : { leaseMs }) })
  } catch (error) {
    return unavailableEngine(name, error instanceof Error ? error.message : String(error))
  }
}
