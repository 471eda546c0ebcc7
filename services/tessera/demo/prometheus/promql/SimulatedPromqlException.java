package tessera.demo.prometheus.promql;

import java.io.Serial;

/** Thrown when a query is not answered, with the error type and message of Prometheus. */
public final class SimulatedPromqlException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final String type;

    private SimulatedPromqlException(String type, String text) {
        super(text);
        this.type = type;
    }

    /** Returns the error for a query that is wrong or not supported here. */
    public static SimulatedPromqlException badData(String text) {
        return new SimulatedPromqlException("bad_data", text);
    }

    /** Returns the error for a valid query that has no result. */
    public static SimulatedPromqlException executionError(String text) {
        return new SimulatedPromqlException("execution", text);
    }

    /** Returns the error type, e.g. {@code bad_data}. */
    public String errorType() {
        return type;
    }

    /** Returns the HTTP status with which Prometheus answers such an error. */
    public int statusCode() {
        return type.equals("bad_data") ? 400 : 422;
    }
}
