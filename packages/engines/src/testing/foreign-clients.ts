import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findTool } from '../sandbox/tools.ts'

const run = promisify(execFile)

/** Fetches the address it is given without looking at the certificate, and prints the answer or what went wrong. */
const GO = `package main
import ("crypto/tls"; "errors"; "fmt"; "io"; "net"; "net/http"; "os"; "time")
func main() {
  client := &http.Client{Timeout: 8 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
  answer, err := client.Get(os.Args[1])
  var name *net.DNSError
  if errors.As(err, &name) { fmt.Print("DNSError"); return }
  if err != nil { fmt.Print("failed"); return }
  body, _ := io.ReadAll(answer.Body)
  fmt.Print(string(body))
}
`

const JAVA = `import java.net.URI;
import java.net.http.*;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.*;
public class Get {
  public static void main(String[] args) throws Exception {
    var trusting = new X509ExtendedTrustManager() {
      public void checkClientTrusted(X509Certificate[] c, String t) {}
      public void checkServerTrusted(X509Certificate[] c, String t) {}
      public void checkClientTrusted(X509Certificate[] c, String t, java.net.Socket s) {}
      public void checkServerTrusted(X509Certificate[] c, String t, java.net.Socket s) {}
      public void checkClientTrusted(X509Certificate[] c, String t, SSLEngine e) {}
      public void checkServerTrusted(X509Certificate[] c, String t, SSLEngine e) {}
      public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
    };
    var tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] { trusting }, null);
    var client = HttpClient.newBuilder().sslContext(tls).connectTimeout(Duration.ofSeconds(8)).build();
    try {
      var request = HttpRequest.newBuilder(URI.create(args[0])).timeout(Duration.ofSeconds(20)).build();
      System.out.print(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (java.io.IOException error) {
      System.out.print(error.getClass().getSimpleName());
    }
    System.exit(0);
  }
}
`

export const foreignClients = {
  go: findTool('go') !== null,
  java: findTool('jlink') !== null && findTool('javac') !== null,
}

/** A folder with the clients that can be made here: `go-get`, and `java/bin/java` with the class `Get`. Made once on this machine. */
export async function buildForeignClients(): Promise<string | null> {
  if (!foreignClients.go && !foreignClients.java) return null
  const name = createHash('sha256')
    .update(GO)
    .update(JAVA)
    .update(JSON.stringify(foreignClients))
    .digest('hex')
    .slice(0, 16)
  const home = join(tmpdir(), `mkt-foreign-clients-${name}`)
  if (existsSync(home)) return home
  const draft = `${home}.${randomBytes(4).toString('hex')}`
  await mkdir(draft, { recursive: true })
  if (foreignClients.go) await buildGo(draft)
  if (foreignClients.java) await buildJava(draft)
  await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }))
  return home
}

async function buildGo(folder: string): Promise<void> {
  await writeFile(join(folder, 'get.go'), GO)
  const env = { ...process.env, CGO_ENABLED: '0', GO111MODULE: 'off' }
  await run('go', ['build', '-o', join(folder, 'go-get'), join(folder, 'get.go')], { env })
}

async function buildJava(folder: string): Promise<void> {
  await writeFile(join(folder, 'Get.java'), JAVA)
  await run('javac', ['-d', folder, join(folder, 'Get.java')])
  const modules = ['--add-modules', 'java.net.http,jdk.crypto.ec']
  const small = ['--strip-debug', '--no-man-pages', '--no-header-files']
  await run('jlink', [...modules, ...small, '--output', join(folder, 'java')])
}
