import { once } from 'node:events'
import { resolve } from 'node:path'
import { RefusedError } from '@mkt/contract/client'
import type { Command } from 'commander'
import { Abort } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import { collect } from '../../collect.ts'
import type { Context } from '../../context.ts'
import { openFolder, validManifest } from '../../services/app/app-folder.ts'
import type { RecordedRequest } from '../../services/dev/recorded-request.ts'
import { openInstallation } from '../../services/installation/open-installation.ts'
import { openSession } from '../../services/platform/session.ts'
import { portOf } from '../flag-values.ts'

interface Flags {
  replay?: string[]
  settingsFrom?: string
  tunnel?: string | true
  image?: string
  command?: string
  openEgress?: boolean
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
    .option('--command <line>', 'start command, if package.json does not define one')
    .option('--port <number>', 'port of the page and of requests; 0 is any free one', '7090')
    .option('--app-port <number>', 'port of the application itself; any free one unless given')
    .option('--open-egress', 'let it reach what platform.egress does not declare')
    .option(
      '--replay <id>',
      'send a recorded call or event to the working copy, once it is healthy; may be repeated',
      collect,
    )
    .option(
      '--settings-from <installation>',
      'begin with the settings and mappings of an installation, by id or app; never its secrets',
    )
    .option(
      '--tunnel [installation]',
      'let the traffic of a test installation come to the working copy: its id, its app, or by default this app',
    )
  examples(command, [
    'mkt dev --tunnel',
    'mkt dev --settings-from acme/rater --replay cal_…',
    'mkt dev',
    'mkt dev examples/vin-autofill',
    'mkt dev --image app.tar',
  ])
  act<[string, Flags]>(command, setup, async (context, dir, flags) => {
    const port = portOf('--port', flags.port)
    const appPort = flags.appPort === undefined ? undefined : portOf('--app-port', flags.appPort)
    // Loaded late: what an engine and a simulated tenant need takes long.
    const { openDevImage } = await import('../../services/dev/app-image.ts')
    const { runDev } = await import('../../services/dev/run-dev.ts')
    const folder = flags.image === undefined ? openFolder(context.cwd, dir).dir : resolve(context.cwd, dir)
    const image = flags.image === undefined ? undefined : await openDevImage(flags.image, context.env)
    const replays = await recordedOf(context, flags.replay ?? [])
    if (flags.settingsFrom !== undefined) await takeSettings(context, folder, flags.settingsFrom)
    const tunnel = flags.tunnel === undefined ? undefined : await tunnelOf(context, folder, flags.tunnel)
    // Listened for before anything runs: a signal that ended this process alone would leave the application behind.
    const end = new AbortController()
    const interrupted = firstSignal(end)
    try {
      const dev = await runDev({
        dir: folder,
        port,
        signal: end.signal,
        print: context.say,
        replays,
        openEgress: flags.openEgress === true,
        ...(tunnel === undefined ? {} : { tunnel }),
        ...(image === undefined ? {} : { image }),
        ...(flags.command === undefined ? {} : { command: flags.command }),
        ...(appPort === undefined ? {} : { appPort }),
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

async function recordedOf(context: Context, ids: readonly string[]): Promise<RecordedRequest[]> {
  if (ids.length === 0) return []
  const { recordedRequest } = await import('../../services/dev/recorded-request.ts')
  const session = openSession(context)
  return Promise.all(ids.map((id) => recordedRequest(session, id)))
}

async function takeSettings(context: Context, dir: string, named: string): Promise<void> {
  const { takeConfiguration } = await import('../../services/dev/settings-from.ts')
  const { client, installation } = await openInstallation(context, named)
  const configuration = await client.getConfiguration({ params: { id: installation.id } })
  const manifest = validManifest(openFolder(context.cwd, dir))
  for (const line of takeConfiguration(dir, manifest, configuration, installation.id)) context.say(line)
}

async function tunnelOf(context: Context, dir: string, named: string | true) {
  const name = named === true ? validManifest(openFolder(context.cwd, dir)).name : named
  const { client, installation } = await openInstallation(context, name)
  return { client, installationId: installation.id }
}

function impossible(error: unknown): Error {
  if (error instanceof Abort || error instanceof RefusedError) return error
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
