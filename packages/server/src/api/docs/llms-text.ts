import { docsGroups } from './docs-page.ts'

/** An index of the documentation for scripts and language models: every page as Markdown, and what is not Markdown. */
export function llmsText(): string {
  const pages = docsGroups.map(([title, links]) => {
    const lines = links
      .filter(([href]) => href !== '/docs/api' && href !== '/downloads')
      .map(([href, text]) => `- [${text}](${markdownOf(href)})`)
    return [`## ${title}`, '', ...lines].join('\n')
  })
  return `# MKT

> An application marketplace for insurance policy-administration systems: publishers deploy container applications, customers launch them against their own tenant.

${pages.join('\n\n')}

## Machine-readable

- [OpenAPI](/api/v1/openapi.json): the publishing interface
- [JSON Schema of platform-app.json](/schemas/platform-app.json); [list of all schemas](/schemas)
- [Downloads](/downloads/index.json): the tool, the SDKs and the schemas, each installed from /downloads/<name>
- [Payloads of events, autofill and ratings](/docs/reference/payloads.md): each as JSON Schema below /schemas
`
}

/** Every page is there as Markdown too, under its address with `.md`. */
function markdownOf(href: string): string {
  return href === '/docs' ? '/docs/README.md' : `${href}.md`
}
