package tessera.lint.promql;

import java.util.Locale;

/** The type of what an expression of a query evaluates to, as Prometheus names it. */
enum PromqlType {

    SCALAR("a number"),
    VECTOR("an instant vector"),
    MATRIX("series over a time"),
    STRING("a text");

    private final String words;

    PromqlType(String words) {
        this.words = words;
    }

    /** Returns a type by its name in the list of functions. */
    static PromqlType named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** In words, e.g. {@code a number}. */
    String words() {
        return words;
    }
}
