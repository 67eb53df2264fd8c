/**
 * The application of the contract suite. `MOOD` decides how it misbehaves; `POST /run` with a small program in the body
 * lets a test look around from inside.
 */
export const appSource = String.raw`
import http from 'node:http'
import net from 'node:net'
import fs from 'node:fs'
import os from 'node:os'
import { spawn } from 'node:child_process'

const mood = process.env.MOOD ?? 'well'
const tools = { http, net, fs, os, spawn, process, reach }

function reach(host, port, timeoutMs = 2000) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port })
    const end = (answer) => { socket.destroy(); resolve(answer) }
    socket.setTimeout(timeoutMs, () => end('timeout'))
    socket.on('connect', () => end('connected'))
    socket.on('error', (error) => end(error.code ?? 'error'))
  })
}

const server = http.createServer(async (request, response) => {
  if (request.url === '/health') {
    response.writeHead(mood === 'never-healthy' ? 500 : 200).end()
    return
  }
  const body = Buffer.concat(await Array.fromAsync(request)).toString()
  if (request.url === '/run') {
    try {
      const program = new Function(...Object.keys(tools), 'return (async () => {' + body + '})()')
      response.end(JSON.stringify((await program(...Object.values(tools))) ?? null))
    } catch (error) {
      response.writeHead(500).end(String(error.code ?? error))
    }
    return
  }
  if (request.url === '/environment') return void response.end(JSON.stringify(process.env))
  if (request.url === '/crash') process.exit(7)
  response.end(body)
})

console.log('mood ' + mood)
if (mood === 'crash') {
  console.error('cannot go on')
  process.exit(3)
}
if (mood === 'ignore-stop') process.on('SIGTERM', () => console.log('stop signal ignored'))
else process.on('SIGTERM', () => { console.log('stopping'); process.exit(0) })
if (mood === 'eat-memory') {
  const held = []
  setInterval(() => held.push(Buffer.alloc(16 * 1024 * 1024, 1)), 20)
}
if (mood === 'flood') {
  const line = 'flood '.repeat(40) + '\n'
  setInterval(() => { for (let count = 0; count < 2000; count++) process.stdout.write(line) }, 5)
}
if (mood === 'fork') {
  const again = () => { try { spawn('node', ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).on('error', () => {}) } catch {} }
  setInterval(again, 20)
}
const listen = () => server.listen(Number(process.env.MKT_PORT), '0.0.0.0')
if (mood === 'late') setTimeout(listen, 700)
else listen()
`
