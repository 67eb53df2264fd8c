import { PackageUses } from '../../../parts/trust/package-uses.tsx'

export function PackagesPage() {
  return <PackageUses />
}
