package tessera.plan.context;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.intent.HelmReleaseNamespacedName;

/**
 * The cluster and namespace in which a GPU stack is, or is to be installed.
 *
 * @param server     version of the API server; empty when it did not tell
 * @param namespace  labels of the namespace; empty where there is none yet
 * @param policies   the ClusterPolicies there are, by name
 * @param kinds      definitions of custom kinds, by name
 * @param plugins    what hands NVIDIA GPUs out: DaemonSets of device plugins, as namespace and name, and GPUClusters
 * @param discovery  DaemonSets of node feature discovery, likewise
 * @param hosts      what is known of the hosts of its nodes
 * @param admission  whether it may be installed, and its pods are let in, where that was looked at
 * @param problems       what could not be looked at
 */
public record GpuStackInstallEnvironment(String server, Optional<Map<String, String>> namespace,
        Map<String, GpuClusterPolicy> policies, List<String> kinds, List<String> plugins, List<String> discovery,
        GpuHostDriverErrorsAndModules hosts, GpuStackInstallPreconditions admission, List<Problem> problems) {

    /** How GPUClusters are named among what hands GPUs out. */
    public static final String GPU_CLUSTER = "GPUCluster ";

    /**
     * A ClusterPolicy of the GPU operator.
     *
     * @param release that made it, as Helm has noted on it; empty where Helm did not
     * @param chart   of which that was, with its version; empty where it does not say
     */
    public record GpuClusterPolicy(String uid, Optional<HelmReleaseNamespacedName> release, String chart) {}

    public GpuStackInstallEnvironment {
        policies = Map.copyOf(policies);
        kinds = List.copyOf(kinds);
        plugins = List.copyOf(plugins);
        discovery = List.copyOf(discovery);
        problems = List.copyOf(problems);
    }

    /** Returns the site with the checks that precede an installation. */
    public GpuStackInstallEnvironment withAdmission(GpuStackInstallPreconditions looked) {
        return new GpuStackInstallEnvironment(server, namespace, policies, kinds, plugins, discovery, hosts, looked,
                problems);
    }
}
