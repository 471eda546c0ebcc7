package tessera.cel;

import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An expression that does not compile, or has no value for some objects. */
public final class CelException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final boolean undetermined;
    private final transient @Nullable CelCompilationFault fault;

    private CelException(String message, boolean undetermined, @Nullable CelCompilationFault fault) {
        super(message);
        this.undetermined = undetermined;
        this.fault = fault;
    }

    /** Returns the error of an expression in the words of an API server. */
    static CelException failure(String message) {
        return new CelException(message, false, null);
    }

    /** Returns the error of an expression that does not compile. */
    static CelException compilation(CelCompilationFault fault) {
        return new CelException(fault.reason(), false, fault);
    }

    /** Returns the error of an expression that a server may evaluate and that is not evaluated here. */
    static CelException undetermined(String message) {
        return new CelException(message, true, null);
    }

    /** Returns why the expression does not compile; empty where it does. */
    Optional<CelCompilationFault> fault() {
        return Optional.ofNullable(fault);
    }

    /** Returns whether the expression may have a value that is not known here. */
    public boolean isUndetermined() {
        return undetermined;
    }
}
