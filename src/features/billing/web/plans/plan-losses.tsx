/** What a plan change takes away. */
export function PlanLosses({ title, losses }: { title: string; losses: readonly string[] }) {
  if (losses.length === 0) return null
  return (
    <div className="rounded-lg border border-border bg-sunken p-4 text-sm">
      <p className="font-medium">{title}</p>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-muted">
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p className="mt-3 text-muted">Nothing you made is deleted, and you keep credits from packs.</p>
    </div>
  )
}
