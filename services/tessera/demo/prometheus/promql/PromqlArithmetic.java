package tessera.demo.prometheus.promql;

/** What is done with two numbers. */
final class PromqlArithmetic {

    private PromqlArithmetic() {}

    /** Of a comparison 1 or 0. */
    static double of(String operator, double left, double right) {
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
