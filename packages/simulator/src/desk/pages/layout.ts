import { pageMark } from '@mkt/pages'
import { Html, html } from '../../lib/html.ts'
import type { DeskTenant } from '../desk.ts'

export type Page = {
  title: string
  body: Html
  /** The tenant whose pages the navigation offers. */
  tenant?: DeskTenant
  /** Which of them this is. */
  here?: 'book' | 'new' | 'products' | 'scenarios'
  /** What was just done. */
  notice?: string | undefined
  /** Why a step was refused, in the words of the policy system. */
  refusal?: string | undefined
}

const mark = new Html(pageMark)

export const deskUrl = (tenant: DeskTenant, ...parts: string[]) =>
  ['/desk', tenant.name, ...parts].map((part, at) => (at === 0 ? part : encodeURIComponent(part))).join('/')

function navigation(tenant: DeskTenant, here: Page['here']): Html {
  const link = (name: Page['here'], text: string, url: string) =>
    html`<a href="${url}"${name === here ? html` aria-current="page"` : null}>${text}</a>`
  return html`<nav aria-label="${tenant.title}">
<p><strong>${tenant.title}</strong> <span class="tag">${tenant.variant}</span></p>
${link('book', 'Policies', deskUrl(tenant))}${link('new', 'New quote', deskUrl(tenant, 'new'))}${link('products', 'Products', deskUrl(tenant, 'products'))}${link('scenarios', 'Scenarios', deskUrl(tenant, 'scenarios'))}
</nav>`
}

/** A page of the desk, whole. */
export function layout({ title, body, tenant, here, notice, refusal }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Policy desk</title>
<link rel="stylesheet" href="/_page/inter/wght.css">
<link rel="stylesheet" href="/_page/jetbrains-mono/wght.css">
<link rel="stylesheet" href="/_page/tokens.css">
<link rel="stylesheet" href="/_page/desk.css">
<script type="module" src="/_page/desk.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar"><a class="home" href="/">${mark} Policy desk</a><span><a href="/">Tenants</a> <a href="/switches">Switches</a></span></header>
${tenant === undefined ? null : navigation(tenant, here)}
<main id="content">
${refusal === undefined ? null : html`<p class="said bad" role="alert">${refusal}</p>`}${notice === undefined ? null : html`<p class="said" role="status">${notice}</p>`}
${body}
</main>
</body>
</html>
`.text
}
