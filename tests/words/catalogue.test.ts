import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const catalogue = join(root, 'src/words/en.ts');

/** The page's sources as the type checker has them: who uses a sentence is found by meaning, not by spelling. */
function sources(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  // Tests say nothing on the page.
  return ts.createProgram(fileNames.filter((path) => /^src[/\\]/.test(relative(root, path))), { ...options, skipLibCheck: true, types: [] });
}

/** Every property of `en`, and of the objects in it, by the place where it is written. */
function sentencesOf(object: ts.ObjectLiteralExpression, path = ''): (readonly [position: number, path: string])[] {
  return object.properties.flatMap((property) => {
    if (property.name === undefined || !ts.isIdentifier(property.name)) return [];
    const name = path === '' ? property.name.text : `${path}.${property.name.text}`;
    const inner = ts.isPropertyAssignment(property) && ts.isObjectLiteralExpression(property.initializer) ? property.initializer : null;
    const self = [property.name.getStart(), name] as const;
    return inner === null ? [self] : [self, ...sentencesOf(inner, name)];
  });
}

/** The properties of the catalogue that a file reads, by the place where they are written. */
function readIn(file: ts.SourceFile, checker: ts.TypeChecker, names: ReadonlySet<string>): number[] {
  const found: number[] = [];
  const note = (symbol: ts.Symbol | undefined): void => {
    for (const declaration of symbol?.declarations ?? []) {
      const name = ts.getNameOfDeclaration(declaration);
      if (declaration.getSourceFile().fileName === catalogue && name !== undefined) found.push(name.getStart());
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && names.has(node.name.text)) note(checker.getSymbolAtLocation(node.name));
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name) && names.has(name.text)) note(checker.getTypeAtLocation(node.parent).getProperty(name.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it('every sentence of the catalogue is used', { timeout: 60_000 }, () => {
  const program = sources();
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(catalogue);
  const declaration = file?.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(({ name }) => name.getText() === 'en');
  if (declaration?.initializer === undefined || !ts.isObjectLiteralExpression(declaration.initializer)) {
    throw new Error('the catalogue is no longer one object called en');
  }
  const sentences = sentencesOf(declaration.initializer);
  expect(sentences.length).toBeGreaterThan(60);

  const names = new Set(sentences.map(([, path]) => path.split('.').at(-1) ?? path));
  const others = program.getSourceFiles().filter(({ fileName }) => fileName !== catalogue && /^src[/\\]/.test(relative(root, fileName)));
  const places = new Set(others.flatMap((each) => readIn(each, checker, names)));
  // Where a table is indexed by what the engine has, its rows are used with it.
  const indexed = ['views', 'sliders', 'categories', 'guardMoves', 'lookupRows', 'themes', 'share'];
  const unused = sentences.filter(([position, path]) => !places.has(position) && !indexed.includes(path.split('.')[0] ?? ''));
  expect(unused.map(([, path]) => path)).toEqual([]);
});
