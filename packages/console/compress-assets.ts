import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = new Set(['.js', '.css', '.svg'])

/** Writes `x.js.br` beside each `x.js`, at the best quality: the server would have to choose between size and a slow first answer. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? 'dist'
      const names = Object.keys(bundle).filter((name) => compressible.has(extname(name)))
      await Promise.all(names.map((name) => compressFile(join(folder, name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
}
