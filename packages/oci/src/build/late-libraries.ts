import { stat } from 'node:fs/promises'
import { join } from 'node:path'

const names = ['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2']

/** Parts of the C library that no program names, because they are loaded when names are looked up. */
export async function lateLibraries(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      for (const folder of folders)
        if (await stat(join(folder, name)).catch(() => undefined)) return [join(folder, name)]
      return []
    }),
  )
  return found.flat()
}
