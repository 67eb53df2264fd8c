import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeArchive } from '@mkt/oci'
import Docker from 'dockerode'
import { afterAll, expect, it } from 'vitest'
import { run, startTestCluster } from '../packages/server/src/testing/cluster.ts'
import { buildPlatformImage } from './build.ts'

const closing: (() => Promise<unknown> | undefined)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

it('the platform runs from its own image with a database it is given', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-image-'))
  closing.push(async () => rmSync(folder, { recursive: true }))
  const archive = join(folder, 'mkt.tar')
  const image = await buildPlatformImage()
  await writeArchive(image, archive, { name: 'mkt:test' })
  await image.close()

  const { cluster, stop } = await startTestCluster()
  closing.push(stop)
  await run({ ...cluster, database: 'postgres' }, 'create database platform')

  const docker = new Docker()
  const loading = await docker.loadImage(archive)
  await new Promise((resolve, reject) =>
    docker.modem.followProgress(loading, (error) => (error ? reject(error) : resolve(0))),
  )
  const ports = { API: await freePort(), GATEWAY: await freePort(), STATE: await freePort() }
  const container = await docker.createContainer({
    Image: 'mkt:test',
    // The socket of the test's database belongs to the one who runs the test.
    User: '0:0',
    Env: [
      `DATABASE_URL=postgres://${cluster.user}@localhost/platform?host=/database&port=${cluster.port}`,
      'MKT_DATA_DIR=/tmp/mkt',
      'MKT_BIND=127.0.0.1',
      ...Object.entries(ports).map(([name, port]) => `MKT_${name}_PORT=${port}`),
    ],
    HostConfig: { NetworkMode: 'host', Binds: [`${cluster.host}:/database`], Tmpfs: { '/tmp': 'mode=1777' } },
  })
  closing.push(() => container.remove({ force: true }))
  await container.start()

  const url = `http://127.0.0.1:${ports.API}`
  const answered = await ready(url, async () => (await container.inspect()).State.Running)
  if (!answered) throw new Error(String(await container.logs({ stdout: true, stderr: true })))
  expect((await fetch(`${url}/api/v1/openapi.json`)).status).toBe(200)
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect(await page.text()).toMatch(/<!doctype html>/i)

  // The command that deploy/README.md tells operators to run in it.
  const told = /exec mkt (node .+ create-operator .+)/.exec(readFileSync('deploy/README.md', 'utf8'))?.[1] ?? ''
  const password = /shown only now: (\S+)/.exec(await runIn(container, told.split(' ')))?.[1]
  const session = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'you@example.com', password }),
  })
  expect(await session.json()).toMatchObject({ person: { platformRole: 'operator' } })
})

/** What a command says inside the container. */
async function runIn(container: Docker.Container, command: string[]): Promise<string> {
  const exec = await container.exec({ Cmd: command, AttachStdout: true, AttachStderr: true })
  const stream = await exec.start({})
  let output = ''
  for await (const chunk of stream) output += chunk
  return output
}

/** Whether it becomes ready while it runs. */
async function ready(url: string, running: () => Promise<boolean>): Promise<boolean> {
  while (await running()) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return true
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return false
}
