/** Style of a box with one fact. */
export const CARD = 'grid content-start justify-items-start gap-1 rounded-xl border border-border bg-surface p-6'
