import type Docker from 'dockerode'
import type { ImageSource } from '../image-source.ts'
import { absent } from './errors.ts'

/** Pulls the image unless the daemon has it, and tells what of it decides how the container is run. */
export async function ensureImage(docker: Docker, image: ImageSource): Promise<{ env: string[]; user: string }> {
  const known = await docker.getImage(image.reference).inspect().catch(absent)
  if (known === undefined) await pull(docker, image)
  const { Config } = known ?? (await docker.getImage(image.reference).inspect())
  return { env: Config?.Env ?? [], user: Config?.User ?? '' }
}

async function pull(docker: Docker, image: ImageSource): Promise<void> {
  const authconfig =
    image.credential === null ? {} : { ...image.credential, serveraddress: image.reference.split('/')[0] ?? '' }
  const stream = await docker.pull(image.reference, { authconfig })
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()))
  })
}

/** Removes an image that was pulled by its digest, unless another container uses it; a later start pulls it again. */
export async function removeImage(docker: Docker, reference: string): Promise<void> {
  if (!reference.includes('@sha256:')) return
  await docker
    .getImage(reference)
    .remove()
    .catch(() => {})
}
