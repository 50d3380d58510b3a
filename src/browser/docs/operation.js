// One operation of the API, to be unfolded.
import { exampleOf, make, path, prose } from './markup.js';
import { nameOf, typeOf } from './schema-table.js';

/** @param api the OpenAPI description that has what the operation refers to */
export function describeOperation(api, address, method, operation) {
  const [access] = operation.security?.flatMap(Object.keys) ?? [];
  return make(
    'details',
    { id: operation.operationId },
    make(
      'summary',
      {},
      make('span', { class: `method ${method}`, text: method.toUpperCase() }),
      make('span', { class: 'path' }, path(address)),
      make('span', { class: 'summary', text: operation.summary }),
    ),
    make(
      'div',
      { class: 'inside' },
      make('p', {
        class: 'type',
        text: access ? `Authorization: Bearer <${access} token>` : 'No authorization',
      }),
      ...parametersOf(api, operation),
      ...bodyOf(operation),
      ...answersOf(operation),
    ),
  );
}

function parametersOf(api, { parameters = [] }) {
  if (parameters.length === 0) return [];
  const rows = parameters
    .map((one) => (one.$ref ? api.components.parameters[nameOf(one.$ref)] : one))
    .map((one) =>
      make(
        'tr',
        {},
        make('td', {}, make('code', { text: one.name, ...(one.required && { class: 'required' }) })),
        make('td', { class: 'type' }, `${one.in}, `, typeOf(one.schema)),
        make('td', {}, prose(one.description)),
      ),
    );
  return [make('h3', { text: 'Parameters' }), make('table', {}, make('tbody', {}, ...rows))];
}

function bodyOf({ requestBody }) {
  if (!requestBody) return [];
  const items = Object.entries(requestBody.content).map(([type, { schema }]) =>
    make('li', {}, make('code', { text: type }), schema ? ' ' : '', schema ? typeOf(schema) : ''),
  );
  return [
    make('h3', { text: 'Body' }),
    make('p', {}, prose(requestBody.description)),
    make('ul', {}, ...items),
  ];
}

function answersOf({ responses }) {
  const rows = Object.entries(responses).map(([status, { description, content }]) => {
    const [[type, { schema }] = [undefined, {}]] = Object.entries(content ?? {});
    return make(
      'tr',
      {},
      make('td', {}, make('code', { text: status })),
      make('td', {}, prose(description)),
      make('td', { class: 'type' }, type ?? '', schema ? ' ' : '', schema ? typeOf(schema) : ''),
    );
  });
  const examples = Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values(content ?? {}).flatMap(({ example }) =>
      example ? [make('h3', { text: `Answer ${status}` }), exampleOf(example)] : [],
    ),
  );
  return [make('h3', { text: 'Answers' }), make('table', {}, make('tbody', {}, ...rows)), ...examples];
}
