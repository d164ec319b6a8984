import type { WorkflowDefinition, WorkflowStep } from '../../model/wire/workflow.ts';
import { type StoredObject, Table } from '../storage/table.ts';

export interface StoredWorkflow extends StoredObject {
  readonly name: string;
}

export interface StoredWorkflowVersion extends StoredObject {
  readonly workflowId: string;
  /** `draft`, or the version number, from 1. */
  readonly version: string;
  readonly definition: WorkflowDefinition;
}

export class WorkflowStore extends Table<StoredWorkflow> {
  readonly #versions = new Table<StoredWorkflowVersion>(
    this.database,
    'workflow_versions',
    'workflow_version',
    ['definition'],
  );

  create(name: string): StoredWorkflow {
    return this.database.transaction(() => {
      const workflow = this.insertRow({ name });
      this.#versions.insertRow({ workflowId: workflow.id, version: 'draft', definition: { steps: [] } });
      return workflow;
    });
  }

  /** Sets the definition of the draft. Deployed versions stay unchanged. */
  define(id: string, definition: WorkflowDefinition): void {
    this.database.transaction(() => {
      this.#versions.updateRow(this.draft(id).id, { definition });
      this.updateRow(id, {});
    });
  }

  /**
   * Copies the draft to a new version with the next number. `settle` converts the steps of the draft to the
   * steps of the version.
   */
  deploy(id: string, settle: (steps: readonly WorkflowStep[]) => WorkflowStep[]): StoredWorkflowVersion {
    return this.database.transaction(() => {
      const version = String(Number(this.#newestDeployed(id)?.version ?? 0) + 1);
      const { definition } = this.draft(id);
      const deployed = { ...definition, steps: settle(definition.steps) };
      return this.#versions.insertRow({ workflowId: id, version, definition: deployed });
    });
  }

  draft(id: string): StoredWorkflowVersion {
    return this.resolve(id, 'draft') as StoredWorkflowVersion;
  }

  /** Returns a version. `latest` is the newest deployed version, or the draft if none is deployed. */
  resolve(id: string, version: string): StoredWorkflowVersion | undefined {
    if (version === 'latest') return this.#newestDeployed(id) ?? this.draft(id);
    return this.#versions.select('workflow_id = :id AND version = :version', { id, version })[0];
  }

  #newestDeployed(id: string): StoredWorkflowVersion | undefined {
    const deployed = "workflow_id = :id AND version <> 'draft'";
    return this.#versions.select(`${deployed} ORDER BY seq DESC LIMIT 1`, { id })[0];
  }
}
