/** Milliseconds from opening a menu of the bar until a click outside closes it (spec §9). */
export const OUTSIDE_AFTER_MS = 100
