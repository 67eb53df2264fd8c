import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { systemRandom } from '../random.ts'
import { Secret } from '../secret.ts'
import { S3Client } from './s3-client.ts'

let asked = 0
const silent = createServer(() => {
  asked += 1
})
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

it('a storage that does not answer gets one time for a removal, whatever the attempts', async () => {
  const client = new S3Client({
    bucket: 'images',
    endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    pathStyle: true,
    credentials: () => ({ accessKeyId: 'key', secretAccessKey: Secret.of('key') }),
    clock: systemClock,
    random: systemRandom,
    removeWithinMs: 2_000,
  })
  afterAll(() => client.close())
  await expect(client.remove('blobs/x')).rejects.toMatchObject({ name: 'S3Error', code: 'Unreachable' })
  expect(asked).toBe(1)
})
