package tessera.demo.prometheus.promql;

import java.io.Serial;

/** Thrown when a query is not answered, with the type and the words of the error as Prometheus tells them. */
public final class QueryException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final String type;

    private QueryException(String type, String words) {
        super(words);
        this.type = type;
    }

    /** The question is wrong, or more than is understood here. */
    public static QueryException badData(String words) {
        return new QueryException("bad_data", words);
    }

    /** The question is right and has no answer. */
    public static QueryException execution(String words) {
        return new QueryException("execution", words);
    }

    /** E.g. {@code bad_data}. */
    public String type() {
        return type;
    }

    /** As Prometheus answers such an error. */
    public int status() {
        return type.equals("bad_data") ? 400 : 422;
    }
}
