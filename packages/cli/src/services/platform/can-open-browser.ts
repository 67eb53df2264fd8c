/** Whether a browser on this machine could come back to this process: not over SSH, and on Linux only with a display. */
export function canOpenBrowser(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): boolean {
  if (env.SSH_CONNECTION || env.SSH_TTY) return false
  if (platform === 'darwin' || platform === 'win32') return true
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER)
}
