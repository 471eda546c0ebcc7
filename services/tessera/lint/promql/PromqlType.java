package tessera.lint.promql;

import java.util.Locale;

/** The type of what an expression of a query evaluates to, as Prometheus names it. */
enum PromqlType {

    SCALAR("a scalar"),
    VECTOR("an instant vector"),
    MATRIX("a range vector"),
    STRING("a string");

    private final String words;

    PromqlType(String words) {
        this.words = words;
    }

    /** Returns a type by its name in the list of functions. */
    static PromqlType named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** In words, e.g. {@code a scalar}. */
    String words() {
        return words;
    }
}
