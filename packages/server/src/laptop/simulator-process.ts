import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SimulatorFacts } from './bootstrap.ts'
import { type Child, runChild } from './child-process.ts'

const program = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))

export interface RunningSimulator extends Child {
  facts: SimulatorFacts
  /** Where it listens, as `address:port`: what a laptop start may reach although it is private. */
  addresses: string[]
  /** Resolves when the process is gone, and tells how. */
  ended: Promise<string>
}

export interface SimulatorPlace {
  binds: readonly string[]
  port: number
  /** The next one, unless told. */
  enterprisePort?: number
  stateFile: string
}

function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port}`
}

/** Starts the simulated policy system and waits until it answers. */
export async function startSimulatorProcess(options: SimulatorPlace): Promise<RunningSimulator> {
  const args = [
    '--port',
    String(options.port),
    '--bind',
    options.binds.join(','),
    '--state',
    options.stateFile,
    '--parent',
    ...(options.enterprisePort === undefined ? [] : ['--enterprise-port', String(options.enterprisePort)]),
  ]
  const child = runChild(program, args)
  const lines = createInterface({ input: child.process.stdout as NodeJS.ReadableStream })
  const { promise, resolve, reject } = Promise.withResolvers<SimulatorFacts>()
  lines.once('line', (line) => {
    try {
      const { ready: _ready, ...facts } = JSON.parse(line) as SimulatorFacts & { ready: true }
      resolve(facts)
    } catch {
      reject(new Error(`The simulator said something unexpected: ${line}`))
    }
  })
  const gone = Promise.withResolvers<string>()
  child.process.once('error', reject)
  child.process.once('exit', (code, signal) => {
    gone.resolve(signal === null ? `exit code ${code}` : `signal ${signal}`)
    reject(
      new Error(
        `The simulated policy system could not start (exit code ${code}). Is port ${options.port} or the next one taken? Set MKT_SIMULATOR_PORT.`,
      ),
    )
  })
  try {
    const facts = await promise
    return {
      ...child,
      facts,
      ended: gone.promise,
      addresses: [hostAndPort(facts.connected.apiUrl), hostAndPort(facts.enterprise.apiUrl)],
    }
  } catch (error) {
    await child.stop()
    throw error
  }
}
