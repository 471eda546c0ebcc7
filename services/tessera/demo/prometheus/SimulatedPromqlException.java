package tessera.demo.prometheus;

import java.io.Serial;

/** Thrown when a query is not answered, with the error type and message of Prometheus. */
final class SimulatedPromqlException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final String type;

    private SimulatedPromqlException(String type, String text) {
        super(text);
        this.type = type;
    }

    /** Returns the error for a request that is wrong or not supported here. */
    static SimulatedPromqlException badData(String text) {
        return new SimulatedPromqlException("bad_data", text);
    }

    static SimulatedPromqlException parseError(String text) {
        return badData("invalid parameter \"query\": parse error: " + text);
    }

    /** Returns the error for a part of the language that is not evaluated here. */
    static SimulatedPromqlException notEvaluated(String part) {
        return badData("the simulated Prometheus does not evaluate " + part);
    }

    /** Returns the error for a valid query that has no result. */
    static SimulatedPromqlException executionError(String text) {
        return new SimulatedPromqlException("execution", text);
    }

    String errorType() {
        return type;
    }

    int statusCode() {
        return type.equals("bad_data") ? 400 : 422;
    }
}
