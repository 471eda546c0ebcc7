package tessera.plan.context;

import java.util.Map;
import java.util.Optional;
import tessera.model.ObjectRef;

/**
 * The ConfigMaps from which the MIG managers of a cluster read their configurations.
 *
 * @param namespace where they run
 * @param policy    the policy of the GPU operator; empty where there is none
 * @param configMapName     name of the ConfigMap that the policy names; empty when it names none, and each node has its own
 * @param configMap       that ConfigMap; empty when none is named, or it is not there
 * @param freeName      a name that no ConfigMap there has yet
 * @param configsByNode    by node, where each node has its own
 */
public record MigConfigMaps(String namespace, Optional<MigClusterPolicy> policy, String configMapName,
        Optional<MigConfigMap> configMap, String freeName, Map<String, AcceptedMigConfigurations> configsByNode) {

    /** Where nothing was looked up. */
    public static final MigConfigMaps NONE = new MigConfigMaps("", Optional.empty(), "", Optional.empty(), "",
            Map.of());

    /**
     * A ClusterPolicy of the GPU operator with its MIG strategy.
     *
     * @param strategy what it says of MIG; empty for the usual
     */
    public record MigClusterPolicy(String name, String resourceVersion, String strategy) {

        public ObjectRef policyRef() {
            return new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", name);
        }
    }

    /**
     * A ConfigMap with MIG configurations.
     *
     * @param text what its {@code config.yaml} holds
     */
    public record MigConfigMap(ObjectRef object, String resourceVersion, String text) {}

    public MigConfigMaps {
        configsByNode = Map.copyOf(configsByNode);
    }

    /** Returns a reference to a ConfigMap in the namespace of the MIG managers. */
    public ObjectRef configMapRef(String name) {
        return new ObjectRef("v1", "ConfigMap", "configmaps", namespace, name);
    }
}
