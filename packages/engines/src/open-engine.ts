import type { Engine, EngineName } from './engine.ts'
import { createSandboxEngine } from './sandbox/engine.ts'

export interface OpenOptions {
  /** Which engine; without it Docker where its socket answers, else the sandbox. */
  engine: EngineName | undefined
  /** Where an engine without a daemon keeps its files. */
  folder: string
  /** Instances that no platform looked at for so long end themselves, where there is no daemon to own them. */
  leaseMs?: number
}

/** Opens the engine that runs applications here. Client libraries are loaded only for the engine that needs them. */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  const { folder, leaseMs } = options
  return createSandboxEngine({ folder, ...(leaseMs === undefined ? {} : { leaseMs }) })
}
