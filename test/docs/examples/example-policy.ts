import { writeFileSync } from 'node:fs';
import path from 'node:path';

const policy = `failures: { max: 0.02 }
minDocuments: 20
limits:
  - { metric: f1, min: 0.95, on: interval }
  - { metric: recall, field: total_amount, min: 0.9 }
regressions:
  - { metric: f1, margin: 0.06 }
  - { metric: f1, field: "*_date", margin: 0.1 }
newErrors:
  - { max: 0, where: { kind: credit-note }, field: total_amount }
`;

/** Writes the policy `gate.yaml` for the example invoices. */
export function writeExamplePolicy(dir: string): void {
  writeFileSync(path.join(dir, 'gate.yaml'), policy);
}
