import { describe, expect, it } from 'vitest'
import { beyondOurs, runtimeMajor } from './beyond-ours.ts'
import { type BuilderFacts, chooseBuilder } from './choose-builder.ts'

const facts: BuilderFacts = {
  dir: '/app',
  asked: 'auto',
  language: 'node',
  dockerfile: undefined,
  ignoreDockerfile: false,
  tool: undefined,
}
const plain = { name: 'Dockerfile', beyond: [] }
const special = { name: 'Dockerfile', beyond: ['RUN apt-get install ffmpeg'] }

describe('how an image is built', () => {
  it('a Node app without a Dockerfile is built by ourselves, without a word', () => {
    expect(chooseBuilder(facts)).toEqual({ use: 'own', why: undefined })
  })

  it('a Dockerfile is used where something builds it', () => {
    expect(chooseBuilder({ ...facts, dockerfile: special, tool: 'buildah' }).use).toBe('dockerfile')
    expect(chooseBuilder({ ...facts, language: undefined, dockerfile: special, tool: 'docker' }).use).toBe('dockerfile')
  })

  it.each([
    ['it says nothing more', { dockerfile: plain, tool: 'docker' as const }, /nothing more than mkt builds/],
    ['nothing builds it', { dockerfile: special }, /the image lacks: RUN apt-get install ffmpeg/],
    ['it was told to', { dockerfile: special, tool: 'docker' as const, ignoreDockerfile: true }, /--no-dockerfile/],
  ])('a Dockerfile that is not used is spoken of: %s', (_why, given, line) => {
    expect(chooseBuilder({ ...facts, ...given })).toEqual({ use: 'own', why: expect.stringMatching(line) })
  })

  it('refuses with the way out where there is none', () => {
    const other = { ...facts, language: undefined }
    expect(() => chooseBuilder(other)).toThrow(/neither a package.json .* nor a Dockerfile/)
    expect(() => chooseBuilder({ ...other, dockerfile: special })).toThrow(/nothing here builds its Dockerfile/)
    expect(() => chooseBuilder({ ...facts, asked: 'docker' })).toThrow(/has no Dockerfile/)
  })

  it('refuses what was asked for and cannot be done, instead of doing something else', () => {
    const both = { ...facts, asked: 'docker' as const, dockerfile: special, ignoreDockerfile: true }
    expect(() => chooseBuilder(both)).toThrow(/--no-dockerfile/)
    const tool = 'docker' as const
    for (const language of [undefined, 'python'] as const)
      expect(() => chooseBuilder({ ...facts, asked: 'node', language, dockerfile: special, tool })).toThrow(
        /is no Node application/,
      )
  })
})

describe('what a Dockerfile asks for beyond our own builder', () => {
  it('is nothing where it copies, installs and starts the same program', () => {
    const text = `# comment
FROM --platform=linux/amd64 node:24-slim
WORKDIR /app
COPY package.json ./
RUN npm ci --omit=dev
COPY . .
ENV NODE_ENV=production
USER node
CMD ["node", "src/main.js"]
`
    expect(beyondOurs(text, 'node src/main.js', 24)).toEqual([])
    expect(beyondOurs(text, 'node dist/main.js', 24)).toEqual(['CMD ["node", "src/main.js"]'])
  })

  it('is nothing as long as a file of mkt init says so', () => {
    const text = '# mkt: built without a daemon while this line stands here\nFROM python:3-slim\n'
    expect(beyondOurs(text, undefined, 24)).toEqual([])
  })

  it('is every other instruction', () => {
    const text = 'FROM python:3\nRUN apt-get update && \\\n  apt-get install -y ffmpeg\nENV A=1\nCMD npm start\n'
    expect(beyondOurs(text, undefined, 24)).toEqual([
      'FROM python:3',
      'RUN apt-get update && apt-get install -y ffmpeg',
      'ENV A=1',
    ])
  })

  it('is a Node of another major version than the one our own builder takes', () => {
    expect(beyondOurs('FROM node:20-slim\n', undefined, 24)).toEqual(['FROM node:20-slim'])
    expect(beyondOurs('FROM node:20.11-alpine AS app\n', undefined, 20)).toEqual([])
    expect(beyondOurs('FROM node:lts-slim\n', undefined, 24)).toEqual([])
    expect([undefined, '>=18', '20.x', '^22.4'].map((range) => runtimeMajor(range, 'v24.1.0'))).toEqual([
      24, 24, 20, 22,
    ])
  })
})
