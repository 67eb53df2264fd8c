import type { Engine } from '../engine.ts'
import type { ImageSource } from '../image-source.ts'

export interface ContractOptions {
  /** Whether system calls are filtered by the platform's own rules; where they are not, the container runtime's are tried. */
  filtersCalls: boolean
  /** Whether the number of processes and of open files is limited here; default true. */
  limitsCounts?: boolean
  /** A new platform's view of the same engine. */
  open(): Promise<Engine>
  image(): Promise<ImageSource>
  /** The address of this machine at which the state interface is given to applications. */
  stateHost: string
  /** Whether the engine here can refuse private addresses at all. */
  refusesPrivate: boolean
  /** Whether output and errors are told apart; default true. */
  separatesStreams?: boolean
  /** Whether the size of /tmp can be limited here; default true. */
  limitsTmp?: boolean
  /** The weight of an instance where the processor is scarce; absent where the engine cannot change it. */
  weightOf?(instanceId: string): Promise<number>
  /** Smaller where the engine sets aside what an application asks for; default: a whole processor. */
  cpu?: number
  /** Shorter than the real plan's where the memory case should end soon. */
  memoryBytes?: number
}
