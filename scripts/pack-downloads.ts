import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { payloadSchemas } from '@mkt/contract/app'
import { manifestSchema } from '@mkt/manifest'
import { packPackage } from './pack-sdk.ts'
import { bundleTool } from './pack-tool.ts'
import { writeZip } from './write-zip.ts'

// What a platform serves at /downloads: the tool, the SDKs and the schemas, each installed with one command from its address.

const root = resolve(import.meta.dirname, '..')

export async function packDownloads(built: ReadonlyMap<string, string>, out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const stage = join(out, '.stage')
  const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8')) as { version: string }
  renameSync(packPackage(await bundleTool(built, join(stage, 'tool')), out), join(out, 'mkt.tgz'))
  renameSync(packPackage(built.get('@mkt/sdk') ?? '', out), join(out, 'mkt-sdk.tgz'))
  writeFileSync(join(out, `mkt_sdk-${version}-py3-none-any.whl`), wheel(version))
  writeFileSync(join(out, 'mkt-sdk-java.zip'), writeZip(filesOf(join(root, 'sdks/java/src'))))
  writeFileSync(join(out, 'mkt-schemas.zip'), writeZip(schemas()))
  rmSync(stage, { recursive: true })
  const files = readdirSync(out)
    .sort()
    .map((name) => {
      const sha256 = createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex')
      return { name, bytes: statSync(join(out, name)).size, sha256 }
    })
  writeFileSync(join(out, 'index.json'), `${JSON.stringify({ version, files }, null, 2)}\n`)
}

function schemas(): Map<string, Buffer> {
  const all = { 'platform-app': manifestSchema, ...payloadSchemas }
  return new Map(
    Object.entries(all).map(([name, schema]) => [`${name}.json`, Buffer.from(`${JSON.stringify(schema, null, 2)}\n`)]),
  )
}

/** A wheel is a zip with a list of its own contents; pip installs it without building anything. */
function wheel(version: string): Buffer {
  const files = new Map(
    [...filesOf(join(root, 'sdks/python/mkt_sdk'))].map(([path, bytes]) => [`mkt_sdk/${path}`, bytes]),
  )
  const info = `mkt_sdk-${version}.dist-info`
  const text = (lines: string[]) => Buffer.from(`${lines.join('\n')}\n`)
  files.set(
    `${info}/METADATA`,
    text([
      'Metadata-Version: 2.1',
      'Name: mkt-sdk',
      `Version: ${version}`,
      'Requires-Python: >=3.9',
      'License: Apache-2.0',
    ]),
  )
  files.set(
    `${info}/WHEEL`,
    text(['Wheel-Version: 1.0', 'Generator: mkt', 'Root-Is-Purelib: true', 'Tag: py3-none-any']),
  )
  const record = [...files].map(([path, bytes]) => {
    const hash = createHash('sha256').update(bytes).digest('base64url')
    return `${path},sha256=${hash},${bytes.length}`
  })
  files.set(`${info}/RECORD`, text([...record, `${info}/RECORD,,`]))
  return writeZip(files)
}

function filesOf(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => !name.includes('__pycache__') && statSync(join(folder, name)).isFile())
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]))
}
