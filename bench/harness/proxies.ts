import { type Foreign, startForeign } from './foreign.ts'
import { startNginx } from './nginx.ts'

// Each passes `/r0/…` on to the upstream without the first part of its path and with one header added, over connections that it keeps.

const KEY = 'k'.repeat(102)

export function startNginxProxy(upstream: number): Promise<Foreign | undefined> {
  return startNginx('nginx proxy_pass', (_folder, port) => ({
    http: `upstream app { server 127.0.0.1:${upstream}; keepalive 64; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location /r0/ {
      proxy_http_version 1.1; proxy_set_header connection ""; proxy_set_header x-mkt-key ${KEY};
      proxy_pass http://app/;
    }
  }`,
  }))
}

export function startHaproxy(upstream: number): Promise<Foreign | undefined> {
  return startForeign({
    name: 'HAProxy',
    command: 'haproxy',
    version: ['-v'],
    files: (_folder, port) => ({
      'haproxy.cfg': `global
  nbthread 1
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend in
  bind 127.0.0.1:${port}
  http-request replace-path /r0(/.*) \\1
  http-request set-header x-mkt-key ${KEY}
  default_backend app
backend app
  server app 127.0.0.1:${upstream}
`,
    }),
    args: (folder) => ['-db', '-f', `${folder}/haproxy.cfg`],
  })
}

export function startCaddy(upstream: number): Promise<Foreign | undefined> {
  return startForeign({
    name: 'Caddy',
    command: 'caddy',
    version: ['version'],
    files: (_folder, port) => ({
      Caddyfile: `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  handle_path /r0/* {
    reverse_proxy 127.0.0.1:${upstream} {
      header_up x-mkt-key ${KEY}
    }
  }
}
`,
    }),
    args: (folder) => ['run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile'],
  })
}
