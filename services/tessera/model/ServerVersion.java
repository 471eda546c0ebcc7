package tessera.model;

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

    /**
     * Whether it lets those reach into a pod over a WebSocket alone who may {@code create} that, too: older ones ask whether they
     * may {@code get} it, as a WebSocket begins with a GET. No where it does not say what it is.
     */
    public boolean asksTwice() {
        var known = MINOR.matcher(version);
        return known.matches() && Integer.parseInt(known.group(1)) >= ASKS_TWICE;
    }
}
