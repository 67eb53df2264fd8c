import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Abort } from '../abort.ts'
import { act, examples, type Setup } from '../add-command.ts'

interface Flags {
  image?: string
  command?: string
  port: string
  appPort?: string
}

export function addDev(program: Command, setup: Setup): void {
  const command = program
    .command('dev')
    .description('run an application from its sources against a small platform and a simulated tenant')
    .argument('[dir]', 'folder with platform-app.json', '.')
    .option(
      '--image <reference>',
      'run a built image instead: an archive, an OCI layout, or a name in the local Docker or a registry',
    )
    .option('--command <line>', 'what starts the application, where package.json does not say')
    .option('--port <number>', 'port of the page and of requests; 0 is any free one', '7090')
    .option('--app-port <number>', 'port of the application itself; any free one unless given')
  examples(command, ['mkt dev', 'mkt dev examples/vin-autofill', 'mkt dev --image app.tar'])
  act<[string, Flags]>(command, setup, async (context, dir, flags) => {
    // Loaded late: no other command needs an engine and a simulated tenant.
    const { openDevImage } = await import('../services/dev/app-image.ts')
    const { runDev } = await import('../services/dev/run-dev.ts')
    const image = flags.image === undefined ? undefined : await openDevImage(flags.image, context.env)
    // Listened for before anything runs: a signal that ended this process alone would leave the application behind.
    const end = new AbortController()
    const interrupted = firstSignal(end)
    try {
      const dev = await runDev({
        dir: resolve(context.cwd, dir),
        port: Number(flags.port),
        signal: end.signal,
        print: context.say,
        ...(image === undefined ? {} : { image }),
        ...(flags.command === undefined ? {} : { command: flags.command }),
        ...(flags.appPort === undefined ? {} : { appPort: Number(flags.appPort) }),
      }).catch((error: unknown) => {
        throw new Abort('dev_impossible', error instanceof Error ? error.message : String(error), { cause: error })
      })
      const signal = await interrupted
      context.say(`${signal}: stopping`)
      await dev.close()
      return { data: { url: dev.url, calls: dev.calls() } }
    } finally {
      await image?.close()
    }
  })
}

/** Runs until somebody has had enough. */
async function firstSignal(end: AbortController): Promise<string> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const first = await Promise.race(
    signals.map((signal) => once(process, signal, { signal: end.signal }).then(() => signal)),
  )
  end.abort()
  return first
}
