const STORED_AS = 'next-captions'
const KINDS = ['template', 'link', 'look'] as const

/** What the next captions start in: a template, a look behind a link that is not saved yet, or a saved look. */
export type Choice = {
  readonly kind: (typeof KINDS)[number]
  /** The id of the template or look; the token of the link. */
  readonly id: string
}

/** Chooses for the next captions made in this browser, also across a sign-up. @param choice null for none */
export function chooseForNextCaptions(choice: Choice | null): void {
  try {
    if (choice === null) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, `${choice.kind}:${choice.id}`)
  } catch (error) {
    // Storage is full or blocked: captions start in the default look.
    if (!(error instanceof DOMException)) throw error
  }
}

/** The last choice; null without one. What it names may not exist: a person can change it. */
export function chosenForNextCaptions(): Choice | null {
  const stored = readStored()
  const kind = KINDS.find((each) => stored.startsWith(`${each}:`))
  return kind === undefined ? null : { kind, id: stored.slice(kind.length + 1) }
}

function readStored(): string {
  try {
    return localStorage.getItem(STORED_AS) ?? ''
  } catch (error) {
    if (error instanceof DOMException) return ''
    throw error
  }
}
