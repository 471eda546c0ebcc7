package tessera.plan.context;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.Problem;
import tessera.model.RequiredPermission;

/**
 * The permissions, quotas and user namespaces that decide whether a stack can be installed and its pods admitted.
 *
 * @param missingAccess what one may not do of what every installation takes
 * @param quotas  of the namespace
 * @param quotaProblem     why its quotas are not known
 * @param userNamespacePods   pods in the cluster that can be given no GPUs for the users they run as
 */
public record GpuStackInstallPreconditions(List<RequiredPermission> missingAccess, List<InstallNamespaceQuota> quotas,
        Optional<Problem> quotaProblem, HostUsersFalsePods userNamespacePods) {

    /** Nothing is in the way. */
    public static final GpuStackInstallPreconditions FREE = new GpuStackInstallPreconditions(List.of(), List.of(),
            Optional.empty(), HostUsersFalsePods.NONE);

    public GpuStackInstallPreconditions {
        missingAccess = List.copyOf(missingAccess);
        quotas = List.copyOf(quotas);
    }

    /**
     * Pods that request NVIDIA GPUs and run in a user namespace ({@code hostUsers: false}).
     *
     * @param pods by namespace and name
     * @param complete  whether all pods were looked at
     * @param problem  why none could be
     */
    public record HostUsersFalsePods(List<String> pods, boolean complete, Optional<Problem> problem) {

        /** There is none. */
        public static final HostUsersFalsePods NONE = new HostUsersFalsePods(List.of(), true, Optional.empty());

        public HostUsersFalsePods {
            pods = List.copyOf(pods);
        }
    }

    /**
     * A ResourceQuota that can keep pods of a stack out.
     *
     * @param priorities the priority classes that it is about; empty for all pods
     * @param scoped     whether it is about some pods only
     * @param hard       how much there may be, by its keys
     * @param used       how much there is, as far as the server says
     */
    public record InstallNamespaceQuota(String name, Set<String> priorities, boolean scoped, Map<String, String> hard,
            Map<String, String> used) {

        public InstallNamespaceQuota {
            priorities = Set.copyOf(priorities);
            hard = Map.copyOf(hard);
            used = Map.copyOf(used);
        }
    }
}
