package tessera.lint.promql;

/** Thrown for a query that Prometheus does not parse. */
public final class PromqlException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient PromqlErrorReason reason;
    private final boolean certain;

    PromqlException(PromqlErrorReason reason) {
        this(reason, true);
    }

    PromqlException(PromqlErrorReason reason, boolean certain) {
        super(reason.code());
        this.reason = reason;
        this.certain = certain;
    }

    /** Returns the reason, without a full stop. */
    public PromqlErrorReason reason() {
        return reason;
    }

    /** Returns whether every Prometheus refuses it; newer ones may have more functions. */
    public boolean isCertain() {
        return certain;
    }
}
