import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { appendLayer, buildNodeImage, type Image, OciError, openImage } from '@mkt/oci'
import { Abort } from '../../abort.ts'
import type { AppFolder } from '../app/app-folder.ts'
import type { Credentials } from '../platform/session.ts'
import { buildWithDocker, dockerSocket } from './docker-build.ts'
import { openReference } from './open-reference.ts'

export type Builder = 'auto' | 'node' | 'docker'

/** Where the image comes from: built from the folder, or there already. */
export type ImageChoice = { build: Builder } | { image: string } | { archive: string }

export interface MakeImageOptions {
  folder: AppFolder
  /** The text that goes to `/platform-app.json`. */
  manifest: string
  /** A name for the image Docker builds. */
  name: string
  env: Readonly<Record<string, string | undefined>>
  /** Given, images of the platform's own registry can be taken. */
  credentials?: Credentials | undefined
  say: (line: string) => void
}

/** The image to deploy, with the manifest at its root. Close it when done. */
export async function makeImage(choice: ImageChoice, options: MakeImageOptions): Promise<Image> {
  const { manifest } = options
  if ('build' in choice && chooseBuilder(choice.build, options) === 'node') {
    return buildNodeImage({ dir: options.folder.dir, manifest })
  }
  const image = await openChosen(choice, options)
  const { os, architecture } = image.platform
  if (os !== 'linux' || architecture !== 'amd64') {
    await image.close()
    throw new OciError(
      'platform_missing',
      `the image is for ${os}/${architecture}, and only linux/amd64 runs on the platform`,
    )
  }
  return appendLayer(image, [{ path: '/platform-app.json', content: manifest }])
}

async function openChosen(choice: ImageChoice, options: MakeImageOptions): Promise<Image> {
  if ('archive' in choice) {
    const there = statSync(choice.archive, { throwIfNoEntry: false })
    if (!there)
      throw new Abort('archive_missing', `There is no file ${choice.archive}.`, { fix: 'Check the path of --archive.' })
    return openImage(there.isDirectory() ? { layout: choice.archive } : { archive: choice.archive })
  }
  if ('image' in choice) return openReference(choice.image, options)
  const { socket, reference } = await buildWithDocker(options)
  return openImage({ docker: reference, socket })
}

/** A Node app is built without a daemon; others from their Dockerfile where Docker is there. */
function chooseBuilder(builder: Builder, { folder, env }: MakeImageOptions): 'node' | 'docker' {
  const isNode = existsSync(join(folder.dir, 'package.json'))
  if (builder === 'node' || (builder === 'auto' && isNode)) return 'node'
  const definition = ['Dockerfile', 'Containerfile'].some((name) => existsSync(join(folder.dir, name)))
  if (definition && (builder === 'docker' || dockerSocket(env) !== undefined)) return 'docker'
  throw new Abort(
    'build_impossible',
    definition
      ? `${folder.dir} is not a Node app, and Docker does not answer here.`
      : `${folder.dir} has neither a package.json nor a Dockerfile.`,
    { fix: 'Start Docker, or build the image elsewhere and deploy it with --archive or --image.' },
  )
}
