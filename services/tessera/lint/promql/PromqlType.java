package tessera.lint.promql;

import java.util.Locale;

/** The type of an expression as Prometheus names it. */
enum PromqlType {

    SCALAR,
    VECTOR,
    MATRIX,
    STRING;

    /** Parses a type by its name in the list of functions. */
    static PromqlType parse(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
