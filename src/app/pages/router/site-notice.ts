import { parseLine, type Inline } from '#features/site/model/index.ts'
import type { SiteNotice } from '#platform/shared/contacts.ts'
import { escaped } from './escaped.ts'

const ID = 'site-notice'

/**
 * The operator's notice above every page, outside the part that React hydrates: it is there at the first paint and costs
 * the page no code. The button appears with the script that it needs. A dismissed one stays hidden in this browser until its text changes.
 */
export function siteNoticeHtml({ text, isDismissible }: SiteNotice, withScripts: boolean): string {
  const line = parseLine(text).map(inlineHtml).join('')
  const canDismiss = isDismissible && withScripts
  return (
    `<div id="${ID}" role="region" aria-label="Notice" data-text="${escaped(text)}" class="${BAND}">` +
    `<p class="[overflow-wrap:anywhere]">${line}</p>` +
    (canDismiss ? `<button type="button" hidden class="${BUTTON}">Dismiss</button>` : '') +
    `</div>${canDismiss ? `<script>${DISMISS_SCRIPT}</script>` : ''}`
  )
}

function inlineHtml(piece: Inline): string {
  if (piece.kind === 'strong') return `<strong>${escaped(piece.text)}</strong>`
  if (piece.kind === 'link') return `<a href="${escaped(piece.href)}" class="underline">${escaped(piece.text)}</a>`
  return escaped(piece.text)
}

/** The page's policy allows it by its hash; keep it free of variables. */
const DISMISS_SCRIPT = `(function(){var n=document.getElementById('${ID}'),t=n.dataset.text;try{if(localStorage.getItem('${ID}')===t){n.remove();return}}catch(e){/* storage is blocked: show it */}var b=n.querySelector('button');b.hidden=false;b.addEventListener('click',function(){n.remove();try{localStorage.setItem('${ID}',t)}catch(e){/* hidden on this page only */}})})()`

const BAND =
  'flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-border bg-accent-soft px-4 py-2.5 text-center text-sm print:hidden'
const BUTTON = 'hit-target rounded-md px-2 font-medium underline'
