package tessera.plan.context;

import java.util.List;
import java.util.Optional;
import tessera.model.Problem;

/**
 * The host services that a MIG manager stops during a change if the driver is installed on the host.
 *
 * @param configMap      the ConfigMap that names them
 * @param services as systemd calls them
 * @param gap      why they are not known
 */
public record MigManagerStoppedHostServices(String configMap, List<String> services, Optional<Problem> gap) {

    /** The ConfigMap where the policy of the operator names no other. */
    public static final String USUAL = "default-gpu-clients";

    public MigManagerStoppedHostServices {
        services = List.copyOf(services);
    }

    /** Returns host services that could not be read. */
    public static MigManagerStoppedHostServices unknownDueTo(Problem problem) {
        return new MigManagerStoppedHostServices(USUAL, List.of(), Optional.of(problem));
    }
}
