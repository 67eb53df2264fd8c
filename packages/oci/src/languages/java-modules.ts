import { join } from 'node:path'
import { runTool } from './run-tool.ts'

export const lackingJdk = 'install a JDK with jlink, or build from a Dockerfile'

/**
 * The modules that a program uses: a jar, or a folder of classes. `jdeps` does not look into jars inside of a jar (`BOOT-INF/lib`), so
 * that such a program gets all of them.
 */
export async function javaModules(dir: string, program: string): Promise<string[]> {
  const given = { cwd: dir, lacking: lackingJdk }
  if (program.endsWith('.jar') && /\.jar$/m.test(await runTool('jar', ['tf', program], given)))
    return ['java.se', 'jdk.unsupported']
  const args = ['--print-module-deps', '--ignore-missing-deps', '--multi-release', 'base']
  const used = await runTool('jdeps', [...args, '-cp', join(dir, 'lib', '*'), program], given)
  return used.trim().split(',')
}
