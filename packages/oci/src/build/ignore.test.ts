import { expect, it } from 'vitest'
import { createDescend, createIgnore } from './ignore.ts'

it('environment files, repositories and installed packages never go into a layer', () => {
  const ignored = createIgnore('!.env\n!node_modules')
  for (const path of ['.env', 'a/.env.local', '.git/config', 'x/node_modules/y', 'Dockerfile'])
    expect(ignored(path)).toBeDefined()
  for (const path of ['src/main.ts', 'environment.ts', 'package.json', 'monkey.js'])
    expect(ignored(path)).toBeUndefined()
})

it('keys and credentials stay out unless a .dockerignore names one', () => {
  const ignored = createIgnore('!certs/partner-ca.pem')
  for (const path of ['.npmrc', 'a/server.pem', '.aws/credentials', 'tls.key', '.ssh/id_rsa', 'id_ed25519', 'x.p12'])
    expect(ignored(path)).toBe('may hold secrets')
  expect(ignored('certs/partner-ca.pem')).toBeUndefined()
})

it('a .dockerignore adds to that, and takes back with an exclamation mark', () => {
  const ignored = createIgnore('# comment\ndocs\n*.md\n!README.md\n**/tmp\nsrc/?.ts\n')
  for (const path of ['docs/a/b', 'x.md', 'a/b/tmp/c', 'src/a.ts']) expect(ignored(path)).toBe('.dockerignore')
  for (const path of ['README.md', 'src/ab.ts', 'a/x.md']) expect(ignored(path)).toBeUndefined()
})

it('a folder that is left out is looked into where a later line may take back something below it', () => {
  const descends = createDescend('*\n!src/**\n!config/prod/*.json\n!node_modules/x\n')
  for (const folder of ['src', 'src/deep', 'config', 'config/prod']) expect(descends(folder), folder).toBe(true)
  for (const folder of ['docs', 'config/test', 'node_modules', 'source']) expect(descends(folder), folder).toBe(false)
  expect(createDescend('*\n!**/*.py')('any/where')).toBe(true)
})
