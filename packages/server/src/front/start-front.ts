import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { AppConfig } from '../app-config.ts'
import { guarded } from '../lib/guarded.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics, ProcessFigures } from '../lib/metrics.ts'
import type { PoolAddress } from '../store/database/pool.ts'
import { createPendingFigures, type PendingFigures } from './exchange-figures.ts'
import { type FrontProcess, keepProcesses } from './keep-processes.ts'
import type { FromFront, ToFront } from './messages.ts'

export interface Front {
  /** Where gateway and state interface are reached. */
  gatewayUrl: string
  stateUrl: string
  /** Joins the figures of the main process with those of the front. */
  share(metrics: Metrics): void
  roll(): Promise<void>
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../front-process.ts', import.meta.url))
/** Calls that stream take 30 s at most. */
const END_MS = 45_000

type Running = FrontProcess & { worker: Worker; figures: PendingFigures }

/**
 * Starts the processes that serve gateway and state interface. They share the listening sockets, which the main process holds: a connection is taken
 * by whichever is free, and none is lost while one is replaced.
 */
export async function startFront(config: AppConfig, database: PoolAddress, log: Log): Promise<Front> {
  // The processes accept by themselves; passing each connection on would cost the main process as much as serving it.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program, args: [], serialization: 'advanced' })
  const addresses = { gatewayUrl: '', stateUrl: '' }
  const failed = (error: unknown) => log.error({ error }, 'What a process of the front said could not be heard')
  let own: () => Promise<ProcessFigures[]> = async () => []

  const figuresOf = async (asker: Running | undefined): Promise<ProcessFigures[]> => {
    const others = [...kept.running].filter((one) => one !== asker)
    const asked = others.map((one) => one.figures.ask((id) => tell(one.worker, { kind: 'ask-figures', id })))
    return (await Promise.all(asked)).flat()
  }

  function start(): Running {
    const worker = cluster.fork()
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const onExit = (code: number | null, signal: string | null) => {
      reject(new Error(`A process of the front ended (${signal ?? `exit code ${code}`}) before it served.`))
      end()
    }
    worker.once('exit', guarded(failed, onExit))
    ready.catch(() => {})
    const running: Running = {
      worker,
      pid: worker.process.pid,
      ready,
      ended,
      figures: createPendingFigures(),
      end: ({ replaced }) => tell(worker, { kind: 'end', replaced }),
      kill: () => worker.process.kill('SIGKILL'),
    }
    const hear = async (message: FromFront): Promise<void> => {
      if (message.kind === 'ready') {
        Object.assign(addresses, { gatewayUrl: message.gatewayUrl, stateUrl: message.stateUrl })
        resolve()
      } else if (message.kind === 'figures') running.figures.answer(message.id, message.figures)
      else {
        const figures = [...(await own()), ...(await figuresOf(running))]
        tell(worker, { kind: 'figures', id: message.id, figures })
      }
    }
    worker.on('error', guarded(failed, failed))
    worker.on('message', guarded(failed, hear))
    tell(worker, { kind: 'begin', config, database })
    return running
  }

  const kept = await keepProcesses({ count: config.processes, start, log, wait, endMs: END_MS + config.drainMs })
  return {
    ...addresses,
    share(metrics) {
      own = async () => [await metrics.getMetricsAsJSON()]
      metrics.others = () => figuresOf(undefined)
    },
    roll: () => kept.roll(),
    stop: () => kept.stop(),
  }
}

/** Sends where the process still listens; one that is ending is heard of by its end. */
function tell(worker: Worker, message: ToFront): void {
  if (worker.isConnected()) worker.send(message, () => {})
}
