import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { asFirstProcess } from './as-first-process.ts'

const run = (command: string) => execFileSync('sh', ['-c', asFirstProcess(command)], { encoding: 'utf8' })

it.each([
  'exec node -p 1',
  '(node -p 1)',
  'command node -p 1',
  'eval node -p 1',
  '! node -p 1 | grep 2 || exit 0; node -p 1',
  'A=1 node -p process.env.A',
])('%s runs as the shell understands it', (command) => {
  expect(run(command)).toContain('1\n')
})

it('a single command takes the place of the shell', () => {
  expect(run("sh -c 'echo $PPID'").trim()).toBe(String(process.pid))
  expect(asFirstProcess('A=1 node main.js')).toBe('exec env A=1 node main.js')
})
