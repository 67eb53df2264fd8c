import { expect, it } from 'vitest'
import { dockerPlace } from './docker-place.ts'

it.each([
  undefined,
  'unix:///run/user/1000/docker.sock',
  'npipe:////./pipe/docker_engine',
  'tcp://localhost:2375',
  'tcp://127.0.0.1:2375',
  'tcp://127.1:2375',
  'tcp://[::1]:2375',
  'tcp://[::ffff:127.0.0.1]:2375',
  'ssh://someone@localhost',
])('%s is another daemon on each machine', (dockerHost) => {
  expect(dockerPlace(dockerHost, 'one')).not.toBe(dockerPlace(dockerHost, 'two'))
})

it.each(['tcp://10.0.0.7:2375', 'tcp://docker.internal:2376', 'https://docker.internal', 'ssh://someone@build'])(
  '%s is the same daemon from every machine',
  (dockerHost) => {
    expect(dockerPlace(dockerHost, 'one')).toBe(dockerPlace(dockerHost, 'two'))
  },
)
