/** What images are built for. The platform runs `amd64`; `arm64` is for trying an image on a machine of that kind. */
export const architectures = {
  amd64: { machine: 0x3e, cpu: 'x64', triple: 'x86_64-linux-gnu', loader: '/lib64/ld-linux-x86-64.so.2' },
  arm64: { machine: 0xb7, cpu: 'arm64', triple: 'aarch64-linux-gnu', loader: '/lib/ld-linux-aarch64.so.1' },
} as const

export type Architecture = keyof typeof architectures

/** The architecture of this machine; undefined where programs of this machine go into no image. */
export function ownArchitecture(
  platform: string = process.platform,
  arch: string = process.arch,
): Architecture | undefined {
  if (platform !== 'linux') return undefined
  return (Object.keys(architectures) as Architecture[]).find((name) => architectures[name].cpu === arch)
}
