import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { architectures, ownArchitecture } from '../build/architecture.ts'
import { chooseRuntime } from './runtime.ts'

const dir = mkdtempSync(join(tmpdir(), 'oci-runtime-'))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Stands in for npm: packs Node 99 for any architecture. */
const npm = `#!/bin/sh
mkdir -p package/bin
printf 'a binary of another architecture' > package/bin/node
printf '{"version":"99.1.0"}' > package/package.json
tar czf "$4/node-99.1.0.tgz" package
echo "$2" >> "$0.asked"
`

it('another Node comes from npm where engines.node asks for it, once', async () => {
  mkdirSync(join(dir, 'app'), { recursive: true })
  writeFileSync(join(dir, 'app/package.json'), JSON.stringify({ engines: { node: '^99.1' } }))
  writeFileSync(join(dir, 'npm'), npm)
  chmodSync(join(dir, 'npm'), 0o755)
  const choose = (program: string) =>
    chooseRuntime({ dir: join(dir, 'app'), cacheDir: join(dir, 'cache'), npm: program, architecture: 'amd64' })
  const expected = { version: 'v99.1.0', origin: 'from npm', path: join(dir, 'cache/node/v99.1.0/node') }
  expect(await choose(join(dir, 'npm'))).toEqual(expected)
  expect(await choose(join(dir, 'no-such-npm'))).toEqual(expected)
})

it('an image for another architecture than this machine gets its own Node from npm', async () => {
  const other = ownArchitecture() === 'arm64' ? 'amd64' : 'arm64'
  mkdirSync(join(dir, 'app'), { recursive: true })
  writeFileSync(join(dir, 'app/package.json'), JSON.stringify({ engines: { node: '^99.1' } }))
  writeFileSync(join(dir, 'npm'), npm)
  chmodSync(join(dir, 'npm'), 0o755)
  const options = { dir: join(dir, 'app'), cacheDir: join(dir, 'cache'), npm: join(dir, 'npm') }
  await chooseRuntime({ ...options, architecture: other })
  await chooseRuntime({ ...options, architecture: ownArchitecture() ?? 'amd64' })
  const { cpu } = architectures[other]
  const asked = readFileSync(join(dir, 'npm.asked'), 'utf8').trim().split('\n')
  expect(asked).toEqual([`node-linux-${cpu}@^99.1`, expect.not.stringContaining(`linux-${cpu}@`)])
  // Without a range it is the version that runs here, so that machines of every kind make the same image.
  writeFileSync(join(dir, 'app/package.json'), '{}')
  await expect(chooseRuntime({ ...options, npm: 'no-such-npm', architecture: other })).rejects.toThrow(
    `npm does not give Node ${process.versions.node} for ${cpu} here`,
  )
})
