/** The class names of a panel that floats over the page. */
export const FLOATING_CLASS = 'rounded-lg border border-border-strong bg-raised text-text shadow-float'

/** Space between a floating panel and the window's edge, px. */
export const EDGE_PX = 8
