import { Abort, wrongUsage } from '../../abort.ts'
import type { Language } from '../app/app-language.ts'

export type Builder = 'auto' | 'node' | 'docker'

/** Facts about a folder and this machine that decide how an image is built. */
export interface BuilderFacts {
  dir: string
  asked: Builder
  language: Language | undefined
  /** The name of the build definition, and what of it our own builder would not do. */
  dockerfile: { name: string; beyond: readonly string[] } | undefined
  /** `--no-dockerfile`. */
  ignoreDockerfile: boolean
  /** What builds from a Dockerfile here. */
  tool: 'docker' | 'podman' | 'buildah' | undefined
}

/** Our own builder or the Dockerfile, and a line that says why where somebody may expect the other. */
export interface ChosenBuilder {
  use: 'own' | 'dockerfile'
  why: string | undefined
}

/**
 * Decides how an image is built. A Dockerfile is used where something here builds it, and never passed over without a word;
 * one that says nothing our own builder does not do is built without a daemon.
 */
export function chooseBuilder(facts: BuilderFacts): ChosenBuilder {
  const { asked, language, dockerfile, tool } = facts
  if (asked === 'docker') {
    if (facts.ignoreDockerfile)
      throw wrongUsage(
        '--builder docker builds from the Dockerfile, and --no-dockerfile forbids to.',
        'Give one of them.',
      )
    if (dockerfile === undefined) throw impossible(facts, 'has no Dockerfile', 'Add one, or build with --builder auto.')
    return { use: 'dockerfile', why: undefined }
  }
  if (asked === 'node' && language !== 'node')
    throw impossible(
      facts,
      'is no Node application: it has no package.json',
      'Leave --builder out, and mkt chooses by the files of the folder.',
    )
  if (language === undefined) return withoutLanguage(facts)
  if (asked === 'node' || dockerfile === undefined) return { use: 'own', why: undefined }
  const { name, beyond } = dockerfile
  if (facts.ignoreDockerfile) return { use: 'own', why: `${name} is not used: --no-dockerfile` }
  if (beyond.length === 0)
    return { use: 'own', why: `${name} asks for nothing more than mkt builds itself, so it is built without a daemon` }
  if (tool !== undefined) return { use: 'dockerfile', why: undefined }
  return {
    use: 'own',
    why: `${name} is not used, because neither Docker nor Podman nor buildah is here; the image lacks: ${beyond.join('; ')}`,
  }
}

function withoutLanguage(facts: BuilderFacts): ChosenBuilder {
  const { dockerfile, tool, ignoreDockerfile } = facts
  const other = 'Build the image elsewhere and deploy it with --archive or --image.'
  if (dockerfile === undefined || ignoreDockerfile)
    throw impossible(
      facts,
      'has neither a package.json (or sources in Python, Java or Go) nor a Dockerfile that may be used',
      `Add one of them, or give a file tree with --rootfs and --cmd. ${other}`,
    )
  if (tool === undefined)
    throw impossible(
      facts,
      'is in no language that mkt builds itself, and nothing here builds its Dockerfile',
      `Start Docker, or install buildah. ${other}`,
    )
  return { use: 'dockerfile', why: undefined }
}

function impossible({ dir }: BuilderFacts, what: string, fix: string): Abort {
  return new Abort('build_impossible', `${dir} ${what}.`, { fix })
}
