import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'
import { createSandboxEngine } from '../../packages/engines/src/sandbox/engine.ts'
import { appImage } from '../../packages/engines/src/testing/app-image.ts'
import { appSource } from '../../packages/engines/src/testing/app-source.ts'
import { callInstance, until } from '../../packages/engines/src/testing/call-instance.ts'
import { startNamedServers } from '../../packages/engines/src/testing/named-servers.ts'
import { rangeOf, ratios, shownRange } from '../harness/figures.ts'
import type { Suite } from '../harness/suite.ts'

const ROUNDS = 5
const CONNECTIONS = 200
const MEGABYTES = 200
const NAME = 'bench.example'

/** Runs a small program inside an application and gives the number it returns. */
async function ask(address: string, program: string): Promise<number> {
  const { status, body } = await callInstance(address, '/run', program, 120_000)
  if (status !== 200) throw new Error(body)
  return JSON.parse(body) as number
}

/** Milliseconds for a request on a connection of its own, one after another. */
const connect = (url: string) => `const begun = performance.now()
  for (let n = 0; n < ${CONNECTIONS}; n++) await new Promise((resolve, reject) =>
    http.get('${url}/', { agent: false }, (answer) => answer.resume().on('end', resolve)).on('error', reject))
  return (performance.now() - begun) / ${CONNECTIONS}`

/** Megabytes a second of one large answer. */
const download = (url: string) => `const begun = performance.now()
  await new Promise((resolve, reject) => http.get('${url}/big?bytes=${MEGABYTES * 1_000_000}', { agent: false },
    (answer) => answer.resume().on('end', resolve)).on('error', reject))
  return ${MEGABYTES} / ((performance.now() - begun) / 1000)`

interface Place {
  address: string
  url: string
}

async function contest(title: string, unit: string, program: (url: string) => string, guarded: Place, direct: Place) {
  const figures = { guarded: [] as number[], direct: [] as number[] }
  for (let round = -1; round < ROUNDS; round += 1) {
    const [ours, theirs] = [
      await ask(guarded.address, program(guarded.url)),
      await ask(direct.address, program(direct.url)),
    ]
    // The first round warms both sides up.
    if (round < 0) continue
    figures.guarded.push(ours)
    figures.direct.push(theirs)
  }
  console.log(`\n${title} (${ROUNDS} rounds)`)
  console.log(`  guarded   ${shownRange(rangeOf(figures.guarded))} ${unit}`)
  console.log(`  direct    ${shownRange(rangeOf(figures.direct))} ${unit}`)
  console.log(`  ratio     ${shownRange(ratios(figures.guarded, figures.direct))}`)
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-bench-egress-'))
  const names = join(folder, 'names.json')
  writeFileSync(names, JSON.stringify({ [NAME]: ['127.0.0.1'] }))
  const servers = await startNamedServers()
  const engine = await createSandboxEngine({ folder: join(folder, 'engine'), names, outletIdleMs: 1_000 })
  const port = await freePort()
  writeFileSync(join(folder, 'app.mjs'), appSource)
  const env = { ...process.env, MKT_PORT: String(port) }
  const program = spawn(process.execPath, [join(folder, 'app.mjs')], { env, stdio: 'ignore' })
  try {
    await engine.start({
      instanceId: 'inst_bench',
      deploymentId: 'dep_bench',
      app: 'acme/bench',
      version: '1.0.0',
      image: await appImage(),
      variables: {},
      stateApi: 'http://127.0.0.1:9',
      plan: { cpu: 1, cpuCeiling: 2, memoryBytes: 512 * 1024 * 1024 },
      allowAddresses: [`127.0.0.1:${servers.plain}`],
      egress: { mode: 'enforce', hosts: [{ host: NAME, port: servers.plain }], endpoints: [] },
    })
    const healthy = (find: () => Promise<string | null | undefined>) =>
      until('health', async () => {
        const address = await find()
        return address != null && (await callInstance(address, '/health')).status === 200 && address
      })
    const guarded = {
      address: await healthy(async () => (await engine.observe('inst_bench'))?.address),
      url: `http://${NAME}:${servers.plain}`,
    }
    const direct = {
      address: await healthy(async () => `http://127.0.0.1:${port}`),
      url: `http://127.0.0.1:${servers.plain}`,
    }
    await contest('A request on a new connection to a declared host', 'ms', connect, guarded, direct)
    await contest(`An answer of ${MEGABYTES} MB`, 'MB/s', download, guarded, direct)
  } finally {
    program.kill('SIGKILL')
    await engine.close({ stopInstances: true })
    servers.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const suite: Suite = {
  name: 'egress',
  about: 'declared hosts through the guard of a sandbox against a program of this machine',
  run,
}
