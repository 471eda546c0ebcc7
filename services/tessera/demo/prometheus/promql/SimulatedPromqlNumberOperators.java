package tessera.demo.prometheus.promql;

/** The arithmetic of two numbers. */
final class SimulatedPromqlNumberOperators {

    private SimulatedPromqlNumberOperators() {}

    /** Returns the result of an operator; 1 or 0 for a comparison. */
    static double calculate(String operator, double left, double right) {
        return switch (operator) {
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            case "/" -> left / right;
            case "%" -> left % right;
            case "^" -> Math.pow(left, right);
            case "==" -> left == right ? 1 : 0;
            case "!=" -> left != right ? 1 : 0;
            case "<" -> left < right ? 1 : 0;
            case ">" -> left > right ? 1 : 0;
            case "<=" -> left <= right ? 1 : 0;
            default -> left >= right ? 1 : 0;
        };
    }
}
