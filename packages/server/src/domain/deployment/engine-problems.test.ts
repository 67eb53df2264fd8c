import { expect, it } from 'vitest'
import { engineNotes, engineProblems } from './engine-problems.ts'

const reach = { stateUrl: 'http://172.17.0.1:7072', publicUrl: 'https://market.example.com' }

it('says that containers cannot read their state where its address is their own loopback', () => {
  for (const engine of ['docker', 'kubernetes'] as const) {
    expect(engineProblems({ ...reach, engine })).toEqual([])
    for (const stateUrl of ['http://127.0.0.1:7072', 'http://localhost:7072', 'http://[::1]:7072']) {
      expect(engineProblems({ ...reach, engine, stateUrl })).toEqual([expect.stringContaining(stateUrl)])
    }
  }
  expect(engineProblems({ ...reach, engine: 'sandbox', stateUrl: 'http://127.0.0.1:7072' })).toEqual([])
})

it('says that nodes of a cluster take a registry on loopback for themselves', () => {
  const publicUrl = 'http://127.0.0.1:7070'
  expect(engineNotes({ ...reach, engine: 'kubernetes', publicUrl })).toEqual([expect.stringContaining(publicUrl)])
  expect(engineNotes({ ...reach, engine: 'kubernetes' })).toEqual([])
  expect(engineNotes({ ...reach, engine: 'docker', publicUrl })).toEqual([])
})
