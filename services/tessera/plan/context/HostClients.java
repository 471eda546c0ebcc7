package tessera.plan.context;

import java.util.List;
import java.util.Optional;
import tessera.model.Problem;

/**
 * The services of hosts that a MIG manager stops for a change where the driver is the host's own.
 *
 * @param map      the ConfigMap that names them
 * @param services as systemd calls them
 * @param gap      why they are not known
 */
public record HostClients(String map, List<String> services, Optional<Problem> gap) {

    /** The ConfigMap where the policy of the operator names no other. */
    public static final String USUAL = "default-gpu-clients";

    public HostClients {
        services = List.copyOf(services);
    }

    /** Those that could not be read. */
    public static HostClients unknown(Problem why) {
        return new HostClients(USUAL, List.of(), Optional.of(why));
    }
}
