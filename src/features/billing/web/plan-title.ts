/** 'Pro'. On its own, so that the pricing page loads no more with it. */
export function planTitle(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}
