import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { listens, type Nginx } from './nginx.ts'

/** nginx with one worker that serves one file from memory-cached disk; undefined where it is not installed. */
export async function startStaticNginx(body: string): Promise<Nginx | undefined> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'mkt-nginx-'))
  const port = await freePort()
  mkdirSync(join(folder, 'files'), { mode: 0o755 })
  writeFileSync(join(folder, 'files/state'), body)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `user ${process.getuid?.() === 0 ? 'root' : 'nobody'}; worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; open_file_cache max=10; keepalive_requests 100000000; default_type application/json;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u;
  scgi_temp_path ${folder}/s;
  server { listen 127.0.0.1:${port}; root ${folder}/files; }
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
