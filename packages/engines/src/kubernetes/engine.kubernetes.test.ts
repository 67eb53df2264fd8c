import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { importImage } from '../testing/import-image.ts'
import { engineContract } from '../testing/index.ts'
import { connectCluster } from './cluster.ts'
import { createKubernetesEngine } from './engine.ts'
import { nodeDocker } from './testing/node-docker.ts'

const scope = `test-${randomBytes(4).toString('hex')}`
const docker = await nodeDocker()
const image = await importImage(docker, scope)
const open = async () => createKubernetesEngine(await connectCluster({ scope, namespace: scope }), { scope })

engineContract('kubernetes', {
  open,
  image: async () => image,
  stateHost: '172.17.0.1',
  // A cluster without a network plugin takes policies and enforces none.
  refusesPrivate: process.env.MKT_TEST_NETWORK_POLICY === '1',
  // Pods have the filter of the container runtime, and the limits of the kubelet.
  filtersCalls: false,
  limitsCounts: false,
  separatesStreams: false,
  limitsTmp: process.env.MKT_TEST_TMP_LIMIT === '1',
  cpu: 0.15,
  memoryBytes: 96 * 1024 * 1024,
})

afterAll(async () => {
  const engine = await open()
  await engine.removeAll()
  await engine.close()
  await docker.getImage(image.reference).remove({ force: true })
})
