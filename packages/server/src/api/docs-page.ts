const links: readonly [string, string][] = [
  ['/docs', 'Start'],
  ['/docs/for-authors', 'Authors'],
  ['/docs/for-customers', 'Customers'],
  ['/docs/for-moderators', 'Moderators'],
  ['/docs/for-operators', 'Operators'],
  ['/docs/developing', 'Developing'],
  ['/docs/manifest', 'Manifest'],
  ['/docs/images', 'Images'],
  ['/docs/interface', 'Application interface'],
  ['/docs/api', 'API'],
  ['/docs/errors', 'Errors'],
  ['/docs/reference/cli', 'Tool'],
  ['/docs/operations', 'Operations'],
  ['/docs/security', 'Security'],
]

/** A page of the documentation. */
export function docsPage(title: string, body: string): string {
  const navigation = links.map(([href, text]) => `<a href="${href}">${text}</a>`).join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · MKT</title>
<link rel="stylesheet" href="/docs/assets/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="home" href="/">MKT</a><nav aria-label="Documentation">${navigation}</nav></header>
<main id="content">${body}</main>
</body>
</html>
`
}

export const docsStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1c2a25, #e4ebe7); --soft: light-dark(#5b6a64, #9fb0a8); --paper: light-dark(#fbfaf7, #121a17); --line: light-dark(#dcded8, #2b3833); --accent: light-dark(#0b6b50, #62c9a4); --code: light-dark(#f0efe9, #1b2622); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.65 system-ui, sans-serif; }
a { color: var(--accent); text-underline-offset: 0.2em; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: 0.5rem; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: baseline; padding: 1rem clamp(1rem, 4vw, 3rem); border-bottom: 1px solid var(--line); }
header .home { font-weight: 700; text-decoration: none; letter-spacing: 0.06em; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; } nav a { color: var(--soft); text-decoration: none; font-size: 0.93rem; } nav a:hover { color: var(--accent); }
main { max-width: 52rem; margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem) 5rem; } main.wide { max-width: none; padding: 0; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -0.01em; } h2 { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
code { background: var(--code); padding: 0.12em 0.35em; border-radius: 4px; font-size: 0.9em; } pre { background: var(--code); padding: 1rem; border-radius: 8px; overflow-x: auto; } pre code { padding: 0; background: none; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; } th, td { text-align: left; padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); vertical-align: top; } th { color: var(--soft); font-weight: 600; }
.operation { border: 1px solid var(--line); border-radius: 8px; padding: 0 1rem; margin: 0.5rem 0; } .operation[open] { padding-bottom: 1rem; } summary { cursor: pointer; padding: 0.6rem 0; } summary > span:last-child { color: var(--soft); }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; font-size: 0.8rem; color: var(--accent); } .type { color: var(--soft); font-family: ui-monospace, monospace; font-size: 0.85em; } h4 { margin: 1.2rem 0 0.3rem; } ul ul { border-inline-start: 1px solid var(--line); }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
`
