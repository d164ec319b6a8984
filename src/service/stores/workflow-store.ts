import type { WorkflowDefinition, WorkflowStep } from '../../model/wire/workflow.ts';
import type { Database } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { now } from '../storage/now.ts';

export interface StoredWorkflow {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly updated_at: string;
}

interface VersionRow {
  readonly id: string;
  readonly workflow_id: string;
  /** `draft`, or a number from 1. */
  readonly version: string;
  readonly definition: string;
}
export interface StoredWorkflowVersion extends Omit<VersionRow, 'definition'> {
  readonly definition: WorkflowDefinition;
}

/** Workflows with their versions: the draft, and those that were deployed. */
export class WorkflowStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(name: string): StoredWorkflow {
    const id = newId('workflow');
    const time = now();
    this.#database.transaction(() => {
      this.#database.run(
        'INSERT INTO workflows (id, name, created_at, updated_at) VALUES (:id, :name, :time, :time)',
        { id, name, time },
      );
      this.#insertVersion(id, 'draft', { steps: [] }, time);
    });
    return this.find(id) as StoredWorkflow;
  }

  find(id: string): StoredWorkflow | undefined {
    return this.#database.get<StoredWorkflow>('SELECT * FROM workflows WHERE id = :id', { id });
  }

  delete(id: string): boolean {
    return this.#database.run('DELETE FROM workflows WHERE id = :id', { id }) > 0;
  }

  /** Sets what the draft does; deployed versions stay as they are. */
  define(id: string, definition: WorkflowDefinition): void {
    const time = now();
    this.#database.transaction(() => {
      this.#database.run(
        "UPDATE workflow_versions SET definition = :definition, updated_at = :time WHERE workflow_id = :id AND version = 'draft'",
        { id, definition: JSON.stringify(definition), time },
      );
      this.#database.run('UPDATE workflows SET updated_at = :time WHERE id = :id', { id, time });
    });
  }

  /** Makes the draft, with what is settled now, the newest numbered version. */
  deploy(id: string, settle: (steps: readonly WorkflowStep[]) => WorkflowStep[]): StoredWorkflowVersion {
    return this.#database.transaction(() => {
      const number = Number(this.newestDeployed(id)?.version ?? 0) + 1;
      const { definition } = this.draft(id);
      this.#insertVersion(id, String(number), { ...definition, steps: settle(definition.steps) }, now());
      return this.version(id, String(number)) as StoredWorkflowVersion;
    });
  }

  draft(id: string): StoredWorkflowVersion {
    return this.version(id, 'draft') as StoredWorkflowVersion;
  }

  version(id: string, version: string): StoredWorkflowVersion | undefined {
    const row = this.#database.get<VersionRow>(
      'SELECT * FROM workflow_versions WHERE workflow_id = :id AND version = :version',
      { id, version },
    );
    return row === undefined ? undefined : read(row);
  }

  newestDeployed(id: string): StoredWorkflowVersion | undefined {
    const row = this.#database.get<VersionRow>(
      "SELECT * FROM workflow_versions WHERE workflow_id = :id AND version <> 'draft' ORDER BY seq DESC LIMIT 1",
      { id },
    );
    return row === undefined ? undefined : read(row);
  }

  /** `latest` is the newest deployed version, or the draft where none is deployed. */
  resolve(id: string, word: string): StoredWorkflowVersion | undefined {
    if (word === 'latest') return this.newestDeployed(id) ?? this.draft(id);
    return this.version(id, word);
  }

  #insertVersion(workflowId: string, version: string, definition: WorkflowDefinition, time: string): void {
    this.#database.run(
      `INSERT INTO workflow_versions (id, workflow_id, version, definition, created_at, updated_at)
       VALUES (:id, :workflowId, :version, :definition, :time, :time)`,
      {
        id: newId('workflow_version'),
        workflowId,
        version,
        definition: JSON.stringify(definition),
        time,
      },
    );
  }
}

function read(row: VersionRow): StoredWorkflowVersion {
  return { ...row, definition: JSON.parse(row.definition) as WorkflowDefinition };
}
