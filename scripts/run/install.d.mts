export function isInstalled(root: string): boolean
export function markInstalled(root: string): void
export function systemPath(path?: string): string
export function causeOf(output: string): string
export function install(root: string): void
