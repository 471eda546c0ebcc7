package tessera.model;

import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What an API server says it is.
 *
 * @param version  e.g. {@code v1.36.2}; empty when it does not say
 * @param platform e.g. {@code linux/amd64}; empty when it does not say
 */
public record ServerVersion(String version, String platform) {

    /** One that does not say what it is. */
    public static final ServerVersion UNKNOWN = new ServerVersion("", "");

    private static final Pattern MINOR = Pattern.compile("v?1\\.(\\d{1,4})(\\D.*)?");
    /** The first whose gate AuthorizePodWebsocketUpgradeCreatePermission is open. */
    private static final int ASKS_TWICE = 35;
    /** The first whose allocator passes over pools of which slices are missing. */
    private static final int SKIPS_INCOMPLETE_POOLS = 35;

    /**
     * Whether it lets those reach into a pod over a WebSocket alone who may {@code create} that, too: older ones ask whether they
     * may {@code get} it, as a WebSocket begins with a GET. No where it does not say what it is.
     */
    public boolean asksTwice() {
        return minor().orElse(0) >= ASKS_TWICE;
    }

    /** Whether its scheduler allocates devices of pools of which slices are missing. No where it does not say what it is. */
    public boolean allocatesFromIncompletePools() {
        return before(SKIPS_INCOMPLETE_POOLS);
    }

    /** Whether it is of Kubernetes 1.N or later; no where it does not say what it is. */
    public boolean since(int wanted) {
        return minor().orElse(0) >= wanted;
    }

    /** Whether it is older than Kubernetes 1.N; no where it does not say what it is. */
    public boolean before(int wanted) {
        return minor().orElse(wanted) < wanted;
    }

    private OptionalInt minor() {
        var known = MINOR.matcher(version);
        return known.matches() ? OptionalInt.of(Integer.parseInt(known.group(1))) : OptionalInt.empty();
    }
}
