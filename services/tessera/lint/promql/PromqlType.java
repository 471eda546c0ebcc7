package tessera.lint.promql;

import java.util.Locale;

/** The type of an expression as Prometheus names it. */
enum PromqlType {

    SCALAR("a scalar"),
    VECTOR("an instant vector"),
    MATRIX("a range vector"),
    STRING("a string");

    private final String text;

    PromqlType(String text) {
        this.text = text;
    }

    /** Parses a type by its name in the list of functions. */
    static PromqlType parse(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Returns the type as text, e.g. {@code a scalar}. */
    String typeText() {
        return text;
    }
}
