import { z } from 'zod';

const texts = z.array(z.string()).optional();

const answerPriceSchema = z.looseObject({
  type: z.enum(['exact', 'lessThan', 'greaterThan', 'approx', 'range']).optional(),
  value: z.number().optional(),
  from: z.number().optional(),
  to: z.number().optional(),
});

/** What is told of one sentence, where the domain pack has it; a pack's own entities come beside these by their names. */
export const entitiesSchema = z
  .looseObject({
    keywords: texts.meta({ description: 'What is looked for, as said in this turn' }),
    attributes: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: 'Properties by name, such as color, as said in this turn' }),
    price: answerPriceSchema
      .optional()
      .meta({ description: 'In whole units; `amounts` has it as it was said' }),
    sortBy: z.string().optional(),
    amounts: z
      .array(z.object({ amount: z.string(), currency: z.string(), text: z.string() }))
      .optional()
      .meta({ description: 'Each amount of money: a decimal number, ISO 4217, and the words for it' }),
    excluded: z.array(z.unknown()).optional().meta({ description: 'What is not wanted' }),
    items: z
      .array(z.looseObject({ quantity: z.number().optional() }))
      .optional()
      .meta({ description: 'What is ordered or changed, with its options by name' }),
    selected: z.looseObject({ position: z.number().int() }).optional().meta({
      description: 'Which of the products shown before is meant, from 1, with the product if it is known',
    }),
    queryString: z.string().optional().meta({ description: 'The search in words' }),
    products: z
      .array(z.unknown())
      .optional()
      .meta({ description: 'Found in the catalogue, the best first; each as it was imported' }),
    total: z.number().int().optional().meta({ description: 'How many products were found in all' }),
    page: z.number().int().optional().meta({ description: 'Which page of them is meant, from 1' }),
    unmatched: texts.meta({ description: 'Words that were left over' }),
    requests: z
      .array(
        z.looseObject({
          text: z.string(),
          intent: z.string(),
          context: z.record(z.string(), z.unknown()),
          entities: z.record(z.string(), z.unknown()),
        }),
      )
      .optional()
      .meta({ description: 'The parts of a sentence that asks for several things, in order' }),
  })
  .meta({
    id: 'Entities',
    description: "What was recognised in the sentence. A pack's own entities come beside these.",
  });
