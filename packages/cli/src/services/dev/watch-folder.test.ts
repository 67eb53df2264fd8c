import { expect, it } from 'vitest'
import { matters } from './watch-folder.ts'

it('tests, dependencies and our own notes do not restart the application', () => {
  expect(['src/app.ts', 'platform-app.json', 'package.json'].every(matters)).toBe(true)
  expect(['node_modules/a/b.js', '.mkt/dev.json', 'src/app.test.ts', '.git/index', 'x.log'].some(matters)).toBe(false)
})
