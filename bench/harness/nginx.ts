import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface Nginx {
  port: number
  pid: number
  stop(): Promise<void>
}

/** nginx with one worker that passes on to the upstream with an added header; undefined where it is not installed. */
export async function startNginx(upstreamPort: number): Promise<Nginx | undefined> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'mkt-nginx-'))
  const port = await freePort()
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream app { server 127.0.0.1:${upstreamPort}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    location /r0/ {
      proxy_http_version 1.1; proxy_set_header connection ""; proxy_set_header x-mkt-key ${'k'.repeat(102)};
      proxy_pass http://app/;
    }
  }
}`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error('nginx does not start')
  }
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(() => resolve(false), 20))
  })
}
