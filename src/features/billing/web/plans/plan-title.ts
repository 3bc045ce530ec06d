/** 'Pro'. A file of its own, so that the pricing page loads nothing else. */
export function planTitle(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}
