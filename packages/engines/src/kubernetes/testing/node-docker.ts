import type Docker from 'dockerode'
import { connectDocker } from '../../docker/connect.ts'

/** The daemon whose images the cluster's node can run. */
export async function nodeDocker(): Promise<Docker> {
  const docker = await connectDocker(process.env.DOCKER_HOST)
  if (docker === null) throw new Error('the node’s Docker does not answer; set DOCKER_HOST')
  return docker
}
