import { describe, expect, test } from 'vitest'
import { checkGuards } from './check-guards.ts'

const check = (code: string) => checkGuards(new Map([['packages/server/src/a.ts', code]]))

describe('each seeded violation is found', () => {
  test.each<[string, string, RegExp]>([
    ['a listener that calls something unknown', "request.on('data', (chunk) => parse(chunk))", /a\.ts:1 .*guarded/],
    [
      'a listener on a further line',
      "\n\nrequest.once(\n  'data',\n  (chunk) => parse(chunk),\n)",
      /a\.ts:5 .*guarded/,
    ],
    ['a listener given by name', "const take = (chunk) => parse(chunk)\nrequest.on('data', take)", /a\.ts:2/],
    ['a listener from another file', "import { take } from './take.ts'\nrequest.on('data', take)", /a\.ts:2/],
    [
      'a method that throws, called by a listener',
      "class A {\n  begin() {\n    r.on('data', () => this.#take())\n  }\n  #take() {\n    throw new Error('no')\n  }\n}",
      /a\.ts:3/,
    ],
    ['a throw in a timer', "setTimeout(() => {\n  throw new Error('late')\n}, 1)", /a\.ts:1 .*guarded/],
    ['a write of headers in an interval', 'setInterval(() => response.writeHead(200), 1)', /a\.ts:1 .*guarded/],
    [
      'a try without a catch',
      "r.on('end', () => {\n  try {\n    parse()\n  } finally {\n    done = true\n  }\n})",
      /:1 /,
    ],
    [
      'a catch that throws',
      "r.on('end', () => {\n  try {\n    parse()\n  } catch (e) {\n    throw e\n  }\n})",
      /a\.ts:1/,
    ],
    [
      'a server whose handler throws',
      "server.on('error', () => {})\ncreateServer((a, b) => answer(a, b))",
      /:2 .*guarded/,
    ],
    ['a promise thrown away', 'void send()', /a\.ts:1 .*add a catch/],
    [
      'an async function that can reject, thrown away',
      'async function go() {\n  await send()\n}\nvoid go()',
      /:4 .*add a catch/,
    ],
    ['a promise with one handler', 'send().then((answer) => keep(answer))', /a\.ts:1 .*last handler/],
    ['a handler of success that throws', 'send().then((answer) => keep(answer), () => {})', /a\.ts:1 .*last handler/],
    ['a last handler that throws', 'send().catch((error) => tell(error))', /a\.ts:1 .*last handler/],
    [
      'a promise that is kept for later',
      'async function work() {\n  await send()\n}\nfunction note() {\n  working ??= work()\n}',
      /:5 .*kept.*add a catch/,
    ],
    ['a chain that is kept for later', 'function flush() {\n  writing = writing.then(write)\n}', /:2 .*kept/],
    ['what is called after a time on a socket', 'socket.setTimeout(5, () => parse())', /:1 .*guarded/],
    [
      'a child process without a listener for errors',
      "import { spawn } from 'node:child_process'\nconst child = spawn('sh')",
      /spawn\(…\) fails by an 'error' event/,
    ],
    [
      'a server that hears its first error only',
      "import { createServer } from 'node:net'\nserver.once('error', reject)\ncreateServer()",
      /createServer\(…\) fails by an 'error' event/,
    ],
    ['code that is no code', 'const = 1', /cannot be parsed/],
  ])('%s', (_, code, violation) => {
    expect(check(code)).toEqual([expect.stringMatching(violation)])
  })

  test('no file at all', () => {
    expect(checkGuards(new Map())).toEqual(['no source file was read'])
  })
})

describe('what stays inside its exchange', () => {
  test.each([
    ['a guarded listener', "r.on('data', guarded(failed, (chunk) => parse(chunk)))"],
    ['a guard of the class', "class A {\n  begin() {\n    r.on('data', this.#guard(() => parse()))\n  }\n}"],
    ['a guarded listener by name', "const take = guarded(failed, (chunk) => parse(chunk))\nr.on('data', take)"],
    [
      'a promise that is kept and given to the caller who asked',
      'async function work() {\n  await send()\n}\nfunction ask() {\n  working ??= work()\n  return working\n}',
    ],
    ['a promise that is kept and waited for', 'const f = async () => {\n  left = end().then(tell)\n  await left\n}'],
    ['a promise that is kept with its catch', 'function f() {\n  working ??= work().catch(() => {})\n}'],
    ['a listener that does nothing', "r.on('error', () => {})"],
    ['a listener that keeps bytes', "r.on('data', (chunk) => {\n  size += chunk.length\n  chunks.push(chunk)\n})"],
    ['a listener that settles a promise', "r.once('end', resolve)\nr.once('error', (error) => reject(error))"],
    [
      'a try with a catch that destroys',
      "r.on('end', () => {\n  try {\n    parse()\n  } catch {\n    socket.destroy()\n  }\n})",
    ],
    ['a function of the same file that cannot throw', 'function look() {\n  count += 1\n}\nsetInterval(look, 1)'],
    ['a function that calls itself', 'function look() {\n  timer = setTimeout(look, 1)\n}\nlook()'],
    ['a promise with a catch', 'send().catch((error) => log.warn({ error }, "no"))'],
    [
      'an async function that catches all of its own',
      'async function go() {\n  try {\n    await send()\n  } catch (error) {\n    log.warn({ error }, "no")\n  }\n}\nvoid go()',
    ],
    ['the promise of somebody who waits', 'const answer = await send().then((found) => found.body)'],
  ])('%s', (_, code) => {
    expect(check(code)).toEqual([])
  })
})
