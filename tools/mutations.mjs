// Every change that `tools/mutations.py` may make to a script: node tools/mutations.mjs FILE..., with places in bytes.
import { readFileSync } from "node:fs";
import ts from "typescript";

const TURNED = { "===": "!==", "!==": "===", "==": "!=", "!=": "==", "&&": "||", "||": "&&" };
const BOUNDARY = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const kind = ts.SyntaxKind;

/** @param {string} name */
function changes(name) {
  const source = readFileSync(name, "utf8");
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const bytes = (at) => Buffer.byteLength(source.slice(0, at));
  const found = [];
  const text = (node) => node.getText(file);
  const change = (what, node, becomes) => {
    const [start, end] = [node.getStart(file), node.getEnd()];
    found.push([file.getLineAndCharacterOfPosition(start).line + 1, bytes(start), bytes(end), what, becomes]);
  };
  /** Conditions: turned as a whole, where no comparison in it can be. */
  const turn = (test) => {
    if (!(ts.isBinaryExpression(test) && text(test.operatorToken) in TURNED))
      change("condition turned", test, `!(${text(test)})`);
  };
  const called = (call) => {
    const [first, second] = call.arguments;
    const method = ts.isPropertyAccessExpression(call.expression) ? call.expression : null;
    if (!first && method && !call.questionDotToken && !method.questionDotToken)
      change("call dropped", call, text(method.expression));
    if (first && !second && !ts.isSpreadElement(first) && !ts.isArrowFunction(first))
      change("call dropped", call, `(${text(first)})`);
    if (second && text(first) !== text(second) && !["Math.max", "Math.min"].includes(text(call.expression))) {
      const between = source.slice(first.getEnd(), second.getStart(file));
      const [start, end] = [first.getStart(file), second.getEnd()];
      const line = file.getLineAndCharacterOfPosition(start).line + 1;
      found.push([line, bytes(start), bytes(end), "arguments exchanged", text(second) + between + text(first)]);
    }
  };
  const visit = (node) => {
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) turn(node.expression);
    if (ts.isConditionalExpression(node)) turn(node.condition);
    if (ts.isBinaryExpression(node)) {
      const sign = text(node.operatorToken);
      if (sign in TURNED) change("condition turned", node.operatorToken, TURNED[sign]);
      if (sign in BOUNDARY) change("boundary by one", node.operatorToken, BOUNDARY[sign]);
    }
    if (ts.isNumericLiteral(node)) change("constant changed", node, String(Number(node.text) + 1));
    if (node.kind === kind.TrueKeyword) change("constant changed", node, "false");
    if (node.kind === kind.FalseKeyword) change("constant changed", node, "true");
    if (ts.isExpressionStatement(node)) {
      const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
      change(ts.isCallExpression(inner) ? "call dropped" : "statement removed", node, ";");
    } else if (ts.isCallExpression(node) && !ts.isExpressionStatement(node.parent)) called(node);
    if (ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node)) {
      change("statement removed", node, ";");
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

console.log(JSON.stringify(Object.fromEntries(process.argv.slice(2).map((name) => [name, changes(name)]))));
