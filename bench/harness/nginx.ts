import { type Foreign, startForeign } from './foreign.ts'

/** nginx with one worker that does what the server block says; undefined where it is not installed. */
export function startNginx(
  name: string,
  server: (folder: string, port: number) => { http: string; files?: Record<string, string> },
): Promise<Foreign | undefined> {
  return startForeign({
    name,
    command: 'nginx',
    version: ['-v'],
    files(folder, port) {
      const { http, files = {} } = server(folder, port)
      const user = process.getuid?.() === 0 ? 'user root; ' : ''
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ')
      const conf = `${user}worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 100000000; ${places} ${http} }`
      return { ...files, 'nginx.conf': conf }
    },
    args: (folder) => ['-c', `${folder}/nginx.conf`, '-p', folder],
  })
}

/** Serves one text as a file that is kept open. */
export function startStaticNginx(body: string): Promise<Foreign | undefined> {
  return startNginx('nginx static file', (folder, port) => ({
    files: { state: body },
    http: `sendfile on; tcp_nopush on; open_file_cache max=10; default_type application/json;
  server { listen 127.0.0.1:${port}; location = /state { root ${folder}; } }`,
  }))
}
