package tessera.model;

import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The version that an API server reports.
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
     * Returns whether a WebSocket into a pod requires the verb {@code create} as well: older servers check {@code get} alone, as a WebSocket begins with a GET. No where it does not say what it is.
     */
    public boolean checksCreateForExec() {
        return minorVersion().orElse(0) >= ASKS_TWICE;
    }

    /** Returns whether its scheduler allocates devices of pools of which slices are missing. No where it does not say what it is. */
    public boolean allocatesFromIncompletePools() {
        return isOlderThan(SKIPS_INCOMPLETE_POOLS);
    }

    /** Returns whether it is of Kubernetes 1.N or later; false where the version is not known. */
    public boolean isAtLeast(int wanted) {
        return minorVersion().orElse(0) >= wanted;
    }

    /** Returns whether it is older than Kubernetes 1.N; false where the version is not known. */
    public boolean isOlderThan(int wanted) {
        return minorVersion().orElse(wanted) < wanted;
    }

    private OptionalInt minorVersion() {
        var known = MINOR.matcher(version);
        if (known.matches()) {
            return OptionalInt.of(Integer.parseInt(known.group(1)));
        }
        return OptionalInt.empty();
    }
}
