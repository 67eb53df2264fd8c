import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readFile } from '../read-file.ts'
import { buildRootfsImage } from './build-rootfs-image.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'oci-rootfs-'))
  mkdirSync(join(dir, 'tree/usr/bin'), { recursive: true })
  writeFileSync(join(dir, 'tree/usr/bin/dash'), 'a shell', { mode: 0o755 })
  symlinkSync('usr/bin', join(dir, 'tree/bin'))
  symlinkSync('/bin/dash', join(dir, 'tree/usr/bin/sh'))
  symlinkSync('loop', join(dir, 'tree/loop'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const build = (...cmd: string[]) => buildRootfsImage({ dir, rootfs: join(dir, 'tree'), manifest: '{}', cmd })

it('a tree keeps its hidden files, and is started at its root where it has no /app', async () => {
  mkdirSync(join(dir, 'tree/.config'))
  writeFileSync(join(dir, 'tree/.config/.settings'), 'kept')
  const image = await build('/usr/bin/dash')
  expect(String(await readFile(image, '/.config/.settings'))).toBe('kept')
  expect(image.config.config?.WorkingDir).toBe('/')
  await image.close()
  mkdirSync(join(dir, 'tree/app'))
  const other = await build('/usr/bin/dash')
  expect(other.config.config?.WorkingDir).toBe('/app')
  await other.close()
})

it('the program is found through links, as it is inside of the image', async () => {
  const image = await build('/bin/sh', '-c', 'true')
  expect(image.config.config?.Entrypoint).toEqual(['/bin/sh', '-c', 'true'])
  await image.close()
  for (const missing of ['/bin/bash', '/loop', '/usr/bin', '/../x'])
    await expect(build(missing), missing).rejects.toThrow(/there is no/)
})
