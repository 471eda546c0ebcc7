package tessera.lint.promql;

/** Thrown for a query that Prometheus does not parse. */
public final class PromqlException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean certain;

    PromqlException(String reason) {
        this(reason, true);
    }

    PromqlException(String reason, boolean certain) {
        super(reason);
        this.certain = certain;
    }

    /** Returns the reason, without a full stop. */
    public String reason() {
        return String.valueOf(getMessage());
    }

    /** Returns whether every Prometheus refuses it; newer ones may have more functions. */
    public boolean isCertain() {
        return certain;
    }
}
