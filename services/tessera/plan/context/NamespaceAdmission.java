package tessera.plan.context;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.Problem;
import tessera.plan.step.StepAccess;

/**
 * What decides whether a stack may be installed in a namespace, and whether its pods are let in.
 *
 * @param refused what one may not do of what every installation takes
 * @param quotas  of the namespace
 * @param gap     why its quotas are not known
 * @param apart   pods in the cluster that can be given no GPUs for the users they run as
 */
public record NamespaceAdmission(List<StepAccess> refused, List<AdmissionQuota> quotas, Optional<Problem> gap,
        Apart apart) {

    /** Nothing is in the way. */
    public static final NamespaceAdmission FREE = new NamespaceAdmission(List.of(), List.of(), Optional.empty(),
            Apart.NONE);

    public NamespaceAdmission {
        refused = List.copyOf(refused);
        quotas = List.copyOf(quotas);
    }

    /**
     * Pods that ask for GPUs of NVIDIA and have users of their own ({@code hostUsers: false}).
     *
     * @param pods by namespace and name
     * @param all  whether all pods were looked at
     * @param gap  why none could be
     */
    public record Apart(List<String> pods, boolean all, Optional<Problem> gap) {

        /** There is none. */
        public static final Apart NONE = new Apart(List.of(), true, Optional.empty());

        public Apart {
            pods = List.copyOf(pods);
        }
    }

    /**
     * A ResourceQuota.
     *
     * @param priorities the priority classes that it is about; empty for all pods
     * @param scoped     whether it is about some pods only
     * @param hard       how much there may be, by its keys
     * @param used       how much there is, as far as the server says
     */
    public record AdmissionQuota(String name, Set<String> priorities, boolean scoped, Map<String, String> hard,
            Map<String, String> used) {

        public AdmissionQuota {
            priorities = Set.copyOf(priorities);
            hard = Map.copyOf(hard);
            used = Map.copyOf(used);
        }
    }
}
