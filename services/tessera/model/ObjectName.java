package tessera.model;

import java.util.Optional;
import java.util.regex.Pattern;

/** Names that the server takes, and what is said of others. Pure. */
public final class ObjectName {

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern DOMAIN = Pattern.compile("(?=.{1,253}$)%1$s(\\.%1$s)*".formatted(
            "[a-z0-9]([-a-z0-9]*[a-z0-9])?"));

    private ObjectName() {}

    /** What is wrong with a name of a namespace, in one sentence without a full stop; empty when nothing is. */
    public static Optional<String> againstNamespace(String name) {
        return LABEL.matcher(name).matches() ? Optional.empty()
                : Optional.of(("“%s” cannot be the name of a namespace: lower-case letters, digits and “-” make one, "
                        + "up to 63 of them, beginning and ending with a letter or digit").formatted(name));
    }

    /** What is wrong with a name of what is in a namespace, in one sentence without a full stop; empty when nothing is. */
    public static Optional<String> against(String name) {
        return DOMAIN.matcher(name).matches() ? Optional.empty()
                : Optional.of(("“%s” cannot be a name: lower-case letters, digits, “-” and “.” make one, up to 253 of "
                        + "them, beginning and ending with a letter or digit").formatted(name));
    }
}
