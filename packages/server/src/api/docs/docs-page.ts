import { pageMark } from '@mkt/pages'
import { asText } from './as-text.ts'

type Link = readonly [href: string, text: string]

export const docsGroups: readonly [title: string, links: readonly Link[]][] = [
  [
    'Guides',
    [
      ['/docs', 'Start'],
      ['/docs/for-authors', 'Authors'],
      ['/docs/for-customers', 'Customers'],
      ['/docs/for-moderators', 'Moderators'],
      ['/docs/for-operators', 'Operators'],
      ['/docs/single-sign-on', 'Signing in'],
      ['/docs/developing', 'Developing'],
      ['/docs/porting', 'Porting'],
      ['/docs/pipelines', 'Pipelines'],
    ],
  ],
  [
    'Reference',
    [
      ['/docs/manifest', 'Manifest'],
      ['/docs/images', 'Images'],
      ['/docs/interface', 'Application interface'],
      ['/docs/api', 'API'],
      ['/docs/errors', 'Errors'],
      ['/docs/reference/cli', 'Tool'],
      ['/downloads', 'Downloads'],
      ['/docs/operations', 'Operations'],
      ['/docs/security', 'Security'],
    ],
  ],
]

function linkTo([href, text]: Link, here: string): string {
  return `<a href="${href}"${href === here ? ' aria-current="page"' : ''}>${text}</a>`
}

/** A page of the documentation. `here` is its own address, which the navigation marks; `query` what was searched for. */
export function docsPage(title: string, body: string, here: string, query = ''): string {
  const navigation = docsGroups
    .map(([name, links]) => `<div><p>${name}</p>${links.map((link) => linkTo(link, here)).join('')}</div>`)
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#12382e">
<title>${title} · MKT</title>
<link rel="stylesheet" href="/docs/assets/inter/wght.css">
<link rel="stylesheet" href="/docs/assets/jetbrains-mono/wght.css">
<link rel="stylesheet" href="/docs/assets/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="home" href="/docs">${pageMark} MKT <span>Documentation</span></a><form role="search" action="/docs/search"><input type="search" name="q" value="${asText(query)}" placeholder="Search" aria-label="Search the documentation" maxlength="200" required><button type="submit">Search</button></form><a class="console" href="/">Console</a></header>
<div class="frame">
<nav aria-label="Documentation">${navigation}</nav>
<main id="content">${body}</main>
</div>
</body>
</html>
`
}
