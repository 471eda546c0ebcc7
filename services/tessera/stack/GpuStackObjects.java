package tessera.stack;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.Problem;

/**
 * The objects of a GPU stack that were read, apart from nodes and pods.
 *
 * @param release  the one that installed it; nothing where no release did
 * @param policies all of them, oldest first
 * @param operandSets     the DaemonSets of its parts
 * @param operator the operator's own Deployment; nothing where there is none
 */
public record GpuStackObjects(ClusterReadResult<Optional<GpuStackHelmRelease>> release,
        ClusterReadResult<List<ClusterPolicySummary>> policies, ClusterReadResult<List<OperandDaemonSet>> operandSets,
        ClusterReadResult<Optional<OperatorDeployment>> operator) {

    /**
     * The Deployment of the operator.
     *
     * @param ready   how many of its pods are ready
     * @param version of the operator, by its labels; empty when they do not say
     */
    public record OperatorDeployment(String namespace, String name, int desired, int ready, String version) {}

    /** Returns the policy that the operator applies; empty where there is none or it may not be read. */
    public Optional<ClusterPolicySummary> activePolicy() {
        return policies.result().flatMap(GpuStackObjects::findActive);
    }

    private static Optional<ClusterPolicySummary> findActive(List<ClusterPolicySummary> all) {
        return all.stream().filter(policy -> !policy.state().equals("ignored")).findFirst()
                .or(() -> all.stream().findFirst());
    }

    /** The presence of a GPU operator, as far as it can be seen. */
    public enum OperatorPresence {
        INSTALLED,
        ABSENT,
        /** Neither it nor its absence can be seen: a ClusterPolicy or its Deployment may be there and may not be read. */
        UNKNOWN
    }

    /** Returns whether an operator is installed, as far as reading was permitted. */
    public OperatorPresence operatorPresence() {
        if (!isAbsent()) {
            return OperatorPresence.INSTALLED;
        }
        return policies.problem().isEmpty() && operator.problem().isEmpty() ? OperatorPresence.ABSENT
                : OperatorPresence.UNKNOWN;
    }

    /**
     * Returns whether the operator deploys a component; without permission to read DaemonSets, by its policy; empty where
     * neither may be read.
     */
    public Optional<Boolean> deploysComponent(GpuStackComponent component) {
        return operandSets.result().map(each -> runsAny(each, component)).or(() -> findPolicyChoice(component));
    }

    private Optional<Boolean> findPolicyChoice(GpuStackComponent component) {
        return policies.result().map(_ -> isEnabledByPolicy(component));
    }

    private static boolean runsAny(List<OperandDaemonSet> each, GpuStackComponent component) {
        return each.stream().anyMatch(set -> set.runsComponent(component));
    }

    private boolean isEnabledByPolicy(GpuStackComponent component) {
        return activePolicy().map(policy -> policy.enables(component)).orElse(false);
    }

    /** Returns whether no trace of a stack was found, as far as reading was permitted. */
    public boolean isAbsent() {
        return policies.result().map(List::isEmpty).orElse(true) && release.result().map(Optional::isEmpty).orElse(true)
                && operator.result().map(Optional::isEmpty).orElse(true)
                && operandSets.result().map(List::isEmpty).orElse(true);
    }

    /** Returns whether everything could be read. */
    public boolean isComplete() {
        return problems().findAny().isEmpty();
    }

    /** Returns the problem of each part that could not be read. */
    public Stream<Problem> problems() {
        return Stream.of(release, policies, operandSets, operator).flatMap(part -> part.problem().stream());
    }
}
