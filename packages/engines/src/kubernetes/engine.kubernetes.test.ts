import { randomBytes } from 'node:crypto'
import { connectDocker } from '../docker/connect.ts'
import { importImage } from '../testing/import-image.ts'
import { engineContract } from '../testing/index.ts'
import { connectCluster } from './cluster.ts'
import { createKubernetesEngine } from './engine.ts'

const scope = `test-${randomBytes(4).toString('hex')}`
const docker = await connectDocker(process.env.DOCKER_HOST)
if (docker === null) throw new Error('the node’s Docker does not answer; set DOCKER_HOST')

engineContract('kubernetes', {
  open: async () => createKubernetesEngine(await connectCluster({ scope, namespace: scope }), { scope }),
  image: () => importImage(docker, scope),
  stateHost: '172.17.0.1',
  // A cluster without a network plugin takes policies and enforces none.
  refusesPrivate: process.env.MKT_TEST_NETWORK_POLICY === '1',
  separatesStreams: false,
  limitsTmp: process.env.MKT_TEST_TMP_LIMIT === '1',
  memoryBytes: 96 * 1024 * 1024,
})
