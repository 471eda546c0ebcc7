package tessera.model;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.text.OptionalText;
import tessera.text.Reason;

/**
 * The request that a Forbidden message says is not allowed.
 *
 * @param user      who may not
 * @param verb      e.g. {@code list}
 * @param resource  e.g. {@code nodes}, or {@code pods/log} with a subresource
 * @param group     empty for the core
 * @param namespace empty for the whole cluster
 */
public record ForbiddenRequest(String user, String verb, String resource, String group,
        String namespace) implements Reason {

    private static final Pattern WORDS = Pattern.compile(
            "User \"([^\"]*+)\" " + "cannot (\\S++) " + "resource " + "\"([^\"]*+)\" in API " + "group \"([^\"]*+)\" "
                    + "(?:at the " + "cluster scope|" + "in the " + "namespace \"([^\"]*+)\")");

    /** Parses a server's Forbidden message; empty when it is another message. */
    public static Optional<ForbiddenRequest> parse(String message) {
        var words = WORDS.matcher(message);
        if (!words.find()) {
            return Optional.empty();
        }
        var namespace = words.group(5);
        return Optional.of(new ForbiddenRequest(words.group(1), words.group(2), words.group(3), words.group(4),
                Objects.requireNonNullElse(namespace, "")));
    }

    /** Returns the resource with its group, for example {@code deployments.apps}. */
    String qualifiedResource() {
        return resource + OptionalText.prefixed(".", group);
    }
}
