/** The looks of a box with one fact in it. */
export const CARD = 'grid content-start justify-items-start gap-1 rounded-xl border border-border bg-surface p-6'
