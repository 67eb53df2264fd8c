import type { Image } from './model.ts'

/** How a container of an image is started, with the defaults of the image format. */
export interface ImageStart {
  env: string[]
  entrypoint: string[]
  cmd: string[]
  workingDir: string
  user: string
}

/**
 * How an image is started.
 *
 * @example startOf(image) // { env: ['PATH=…'], entrypoint: ['/usr/local/bin/node', 'main.js'], cmd: [], workingDir: '/app', user: '1000:1000' }
 */
export function startOf({ config: { config = {} } }: Pick<Image, 'config'>): ImageStart {
  return {
    env: config.Env ?? [],
    entrypoint: config.Entrypoint ?? [],
    cmd: config.Cmd ?? [],
    workingDir: config.WorkingDir ?? '/',
    user: config.User ?? '',
  }
}
