// One of the processes that serve gateway and state interface, started by the main process (MKT_PROCESSES).
import { startApp } from './app.ts'
import { createPendingFigures } from './front/exchange-figures.ts'
import type { FromFront, ToFront } from './front/messages.ts'
import { guarded } from './lib/guarded.ts'
import { createLog } from './lib/log.ts'
import { keepMemorySteady } from './lib/process/steady-memory.ts'
import { explainStartFailure } from './start-failure.ts'
import { type Stops, stopper, watchProcess } from './watch-process.ts'

const tell = (message: FromFront) => process.send?.(message, () => {})

async function begin({ config, database }: Extract<ToFront, { kind: 'begin' }>): Promise<void> {
  const log = createLog({ level: config.logLevel, readable: !config.production })
  keepMemorySteady()
  const stops: Stops = []
  const stop = stopper(stops, log)
  watchProcess(stop, log)
  // A Ctrl-C at the terminal reaches this process too; the main process ends it, in order.
  process.removeAllListeners('SIGINT').on('SIGINT', () => {})
  const app = await startApp(config, database, log)
  stops.push((options) => app.stop(options))
  const pending = createPendingFigures()
  app.metrics.others = () => pending.ask((id) => tell({ kind: 'ask-figures', id }))
  const failed = (error: unknown) => log.error({ error }, 'A message of the main process failed')
  const hear = async (message: ToFront): Promise<void> => {
    if (message.kind === 'end') await stop({ replaced: message.replaced }).then(() => process.exit(0))
    else if (message.kind === 'figures') pending.answer(message.id, message.figures)
    else if (message.kind === 'ask-figures')
      tell({ kind: 'figures', id: message.id, figures: [await app.metrics.getMetricsAsJSON()] })
  }
  process.on('message', guarded(failed, hear))
  const { gatewayUrl, stateUrl } = app.platform.addresses
  tell({ kind: 'ready', gatewayUrl, stateUrl })
}

function giveUp(error: unknown): void {
  process.stderr.write(`${explainStartFailure(error)}\n`)
  process.exit(1)
}

process.once(
  'message',
  guarded(giveUp, (message: ToFront) => (message.kind === 'begin' ? begin(message) : undefined)),
)
