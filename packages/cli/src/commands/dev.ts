import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Abort } from '../abort.ts'
import { act, examples, type Setup } from '../add-command.ts'
import { openFolder } from '../services/app/app-folder.ts'

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
    const folder = flags.image === undefined ? openFolder(context.cwd, dir).dir : resolve(context.cwd, dir)
    const image = flags.image === undefined ? undefined : await openDevImage(flags.image, context.env)
    // Listened for before anything runs: a signal that ended this process alone would leave the application behind.
    const end = new AbortController()
    const interrupted = firstSignal(end)
    try {
      const dev = await runDev({
        dir: folder,
        port: Number(flags.port),
        signal: end.signal,
        print: context.say,
        ...(image === undefined ? {} : { image }),
        ...(flags.command === undefined ? {} : { command: flags.command }),
        ...(flags.appPort === undefined ? {} : { appPort: Number(flags.appPort) }),
      }).catch((error: unknown) => {
        throw impossible(error)
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

function impossible(error: unknown): Abort {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE') return new Abort('dev_impossible', message ?? String(error), { cause: error })
  const fix = 'End what uses it, or choose another one: --port 0 takes any that is free.'
  return new Abort('port_taken', `Port ${port} is taken.`, { fix, cause: error })
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
