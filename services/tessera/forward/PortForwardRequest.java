package tessera.forward;

import java.util.Optional;
import java.util.regex.Pattern;
import tessera.model.ObjectRef;

/**
 * A request to make a port of a pod reachable on this machine.
 *
 * @param port  of the pod
 * @param localPort on this machine; 0 for any that is free
 */
public record PortForwardRequest(ObjectRef pod, int port, int localPort) {

    private static final Pattern PORTS = Pattern.compile("(?:(\\d{0,5}):)?(\\d{1,5})");
    private static final int MOST = 65_535;

    public PortForwardRequest {
        if (port < 1 || port > MOST || localPort < 0 || localPort > MOST) {
            throw new IllegalArgumentException("no port: " + localPort + ":" + port);
        }
    }

    /**
     * Parses {@code 8000} (the same on this machine), {@code 9000:8000} (another), {@code :8000} (any that is free).
     *
     * @return empty for what says no port
     */
    public static Optional<PortForwardRequest> parse(ObjectRef pod, String ports) {
        var parts = PORTS.matcher(ports);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int remote = Integer.parseInt(parts.group(2));
        var said = parts.group(1);
        int local;
        if (said == null) {
            local = remote;
        } else if (said.isEmpty()) {
            local = 0;
        } else {
            local = Integer.parseInt(said);
        }
        boolean sound = remote >= 1 && remote <= MOST && local <= MOST && (local > 0 || "".equals(said));
        if (sound) {
            return Optional.of(new PortForwardRequest(pod, remote, local));
        }
        return Optional.empty();
    }
}
