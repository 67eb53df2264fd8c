import type { BuildReport } from '@mkt/oci'

/** What an image starts, with which runtime, how large its parts are, and what is not in it. */
export function reportLines({ program, runtime, layers, leftOut }: BuildReport): string[] {
  const sizes = layers.filter(({ name }) => name !== 'manifest').map(({ name, size }) => `${name} ${bytes(size)}`)
  const out = leftOut.filter(({ why }) => why !== 'is no part of the program').map(({ path }) => path)
  return [
    `starts    ${program.line} (${program.origin})`,
    `runtime   ${runtime}`,
    `layers    ${sizes.join(', ')}`,
    ...(out.length === 0 ? [] : [`left out  ${out.join(', ')}`]),
  ]
}

function bytes(size: number): string {
  return size < 1e5 ? `${(size / 1e3).toFixed(1)} kB` : `${(size / 1e6).toFixed(1)} MB`
}
