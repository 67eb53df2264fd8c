/**
 * Which tests execute the blocks of commands of a page. They read the blocks from the page, so that what readers copy is what
 * ran. The number is what they know of: a block that is added must be given to one of them.
 */
export const executedBy: Record<string, { blocks: number; tests: string[]; but?: string }> = {
  'README.md': {
    blocks: 2,
    tests: ['e2e/guides.sandbox.test.ts', 'e2e/demo.sandbox.test.ts'],
    but: 'The demo starts the program behind `npm start` on free ports.',
  },
  'deploy/README.md': { blocks: 2, tests: ['scripts/build.docker.test.ts'] },
  'docs/developing.md': {
    blocks: 4,
    tests: ['e2e/guides.sandbox.test.ts', 'packages/cli/src/running-app.process.test.ts'],
    but: 'Calling and restarting a running app are executed by the tool itself, without reading the page.',
  },
  'docs/for-authors.md': { blocks: 9, tests: ['e2e/guides.sandbox.test.ts'] },
  'docs/for-customers.md': { blocks: 1, tests: ['e2e/guides.sandbox.test.ts'] },
  'docs/for-operators.md': {
    blocks: 3,
    tests: ['e2e/guides.sandbox.test.ts', 'e2e/demo.sandbox.test.ts'],
    but: 'The demo starts the program behind `npm start` on free ports.',
  },
  'docs/images.md': { blocks: 1, tests: ['packages/server/src/registry/registry.clients.test.ts'] },
  'docs/kubernetes.md': {
    blocks: 3,
    tests: ['scripts/chart/chart.test.ts', 'e2e/platform.kubernetes.test.ts'],
    but: 'Helm is not to be had in tests: what it would apply is rendered by scripts/chart. Secrets are made through the API of the cluster.',
  },
  'docs/operations.md': {
    blocks: 4,
    tests: ['e2e/backup.postgres.test.ts', 'packages/server/src/main.process.test.ts'],
  },
  'examples/README.md': { blocks: 1, tests: ['e2e/guides.sandbox.test.ts'] },
}

/** What a fence may hold, and who looks at it: commands above, the rest in the tests beside this file. */
export const knownBlocks = ['sh', 'console', 'ts', 'json', 'json manifest', 'json state', 'mermaid', 'yaml']
