import type { ProcessorConfig } from '../../../model/processor/processor-config.ts';
import type { ChatSettings } from '../chat-settings.ts';
import type { Engine, RunContext } from '../engine.ts';
import { fieldTreeOf } from '../local/extract/lexicon/field-tree.ts';
import { fieldsArrayOutput, schemaOutput } from '../local/extract/values/output-builder.ts';
import { engine as localEngine } from '../local/local-engine.ts';
import { selectPages } from '../local/text/page-selection.ts';
import type { ParsedDocument, ParsedPage, ReadingEffort } from '../parsed-document.ts';
import { type AnswerJson, answerJson } from './answer-json.ts';
import {
  type AnswerSchema,
  classificationSchema,
  extractionSchema,
  splitterSchema,
} from './answer-schema.ts';
import { Model } from './ask-model.ts';
import { type PageContent, pageContent, wantsImages } from './page-content.ts';
import { PageSearch } from './page-search.ts';
import { classificationTask, extractionTask, messagesFor, splitterTask } from './prompt.ts';
import { readClassification, readSplits } from './read-classes.ts';
import { readExtraction } from './read-extraction.ts';
import { ChatTransport } from './send-request.ts';

/** Number of pages that determine a class, unless the config has `context: max`. */
const pagesForClass = 3;

/**
 * Creates an engine that asks a model through the chat completions interface. Parses documents like the local
 * engine. Asks the model once per document. Throws an `EngineFailure` if the answer does not match the
 * config.
 */
export function createEngine(given: unknown): Engine {
  const settings = given as ChatSettings;
  const model = new Model(settings, new ChatTransport(settings));

  return {
    ...localEngine,
    extract: async (document, config, effort, context) => {
      const pages = selectPages(document, config.advancedOptions);
      const tree = fieldTreeOf(config);
      const { citationsEnabled = true, modelReasoningInsightsEnabled: reasons = false } =
        config.advancedOptions ?? {};
      const quoted = citationsEnabled || reasons;
      const schema = extractionSchema(tree, { quotes: citationsEnabled, reasons });
      const run = { document, config, effort, context, pages };
      const answer = await ask(run, 'extraction', schema, () => extractionTask(config));
      const findings = readExtraction(answer, tree, { search: new PageSearch(pages), quoted });
      // Each value of a model has a confidence. So the output contains confidences even if the base processor is
      // `light`.
      return config.schema === undefined
        ? fieldsArrayOutput(tree, findings, config, 'performance')
        : schemaOutput(tree, findings, config, 'performance');
    },
    classify: async (document, config, effort, context) => {
      const selected = selectPages(document, config.advancedOptions);
      const isWhole = config.advancedOptions?.context === 'max';
      const pages = isWhole ? selected : selected.slice(0, pagesForClass);
      const { classifications } = config;
      const schema = classificationSchema(classifications);
      const run = { document, config, effort, context, pages };
      const answer = await ask(run, 'classification', schema, () => classificationTask(config));
      return readClassification(answer, classifications, new PageSearch(pages));
    },
    split: async (document, config, effort, context) => {
      const pages = selectPages(document, config.advancedOptions);
      const bySheet =
        document.type === 'EXCEL' && config.advancedOptions?.splitExcelDocumentsBySheetEnabled === true;
      const schema = splitterSchema(config);
      const run = { document, config, effort, context, pages };
      const answer = await ask(run, 'splits', schema, (content) => splitterTask(config, content, bySheet));
      return readSplits(answer, config.splitClassifications, pages);
    },
  };

  async function ask(
    { document, config, effort, context, pages }: Run,
    name: string,
    schema: AnswerSchema,
    taskFor: (content: readonly PageContent[]) => string,
  ): Promise<AnswerJson> {
    const images = wantsImages(document, config, effort, settings);
    const content = await pageContent(document, pages, { images }, { settings, context });
    const messages = messagesFor(taskFor(content), schema, content);
    return answerJson(await model.ask({ name, schema, messages }, context));
  }
}

interface Run {
  readonly document: ParsedDocument;
  readonly config: ProcessorConfig;
  readonly effort: ReadingEffort;
  readonly context: RunContext;
  readonly pages: readonly ParsedPage[];
}
