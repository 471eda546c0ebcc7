package tessera.plan.context;

import java.util.Map;
import java.util.Optional;
import tessera.model.ObjectRef;

/**
 * Where the MIG managers of a cluster find what they can be told.
 *
 * @param namespace where they run
 * @param policy    the policy of the GPU operator; empty where there is none
 * @param named     name of the ConfigMap that the policy names; empty when it names none, and each node has its own
 * @param map       that ConfigMap; empty when none is named, or it is not there
 * @param free      a name that no ConfigMap there has yet
 * @param offers    by node, where each node has its own
 */
public record MigSource(String namespace, Optional<MigPolicy> policy, String named, Optional<ConfigText> map,
        String free,
        Map<String, MigOffer> offers) {

    /** Where nothing was looked up. */
    public static final MigSource NONE = new MigSource("", Optional.empty(), "", Optional.empty(), "", Map.of());

    /**
     * A policy of the GPU operator.
     *
     * @param strategy what it says of MIG; empty for the usual
     */
    public record MigPolicy(String name, String resourceVersion, String strategy) {

        public ObjectRef object() {
            return new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", name);
        }
    }

    /**
     * A ConfigMap.
     *
     * @param text what its {@code config.yaml} holds
     */
    public record ConfigText(ObjectRef object, String resourceVersion, String text) {}

    public MigSource {
        offers = Map.copyOf(offers);
    }

    /** A ConfigMap where the MIG managers look. */
    public ObjectRef object(String name) {
        return new ObjectRef("v1", "ConfigMap", "configmaps", namespace, name);
    }
}
