package tessera.stack;

import java.util.List;
import java.util.Optional;

/**
 * What was read of the objects that make up a GPU stack, apart from nodes and pods.
 *
 * @param release  the one that installed it; nothing where no release did
 * @param policies all of them, oldest first
 * @param sets     the DaemonSets of its parts
 * @param operator the operator's own Deployment; nothing where there is none
 */
public record StackObjects(StackAnswer<Optional<HelmReleaseFacts>> release, StackAnswer<List<PolicyFacts>> policies,
        StackAnswer<List<OperandSet>> sets,
        StackAnswer<Optional<OperatorPod>> operator) {

    /**
     * The Deployment of the operator.
     *
     * @param ready   how many of its pods are ready
     * @param version of the operator, by its labels; empty when they do not say
     */
    public record OperatorPod(String namespace, String name, int wanted, int ready, String version) {}

    /** The policy that the operator heeds. */
    public Optional<PolicyFacts> policy() {
        return policies.found()
                .flatMap(all -> all.stream().filter(policy -> !policy.state().equals("ignored")).findFirst()
                        .or(() -> all.stream().findFirst()));
    }

    /** Whether the operator runs a part at all; where the DaemonSets may not be read, what its policy does not turn off. */
    public boolean deploys(StackComponent component) {
        return sets.found().map(each -> each.stream().anyMatch(set -> set.runs(component)))
                .orElseGet(() -> policy().map(policy -> policy.wants(component)).orElse(false));
    }

    /** Whether there is no trace of a stack, as far as one could look. */
    public boolean absent() {
        return policies.found().map(List::isEmpty).orElse(true) && release.found().map(Optional::isEmpty).orElse(true)
                && operator.found().map(Optional::isEmpty).orElse(true)
                && sets.found().map(List::isEmpty).orElse(true);
    }

    /** Whether one could look everywhere. */
    public boolean complete() {
        return policies.missing().isEmpty() && release.missing().isEmpty() && operator.missing().isEmpty()
                && sets.missing().isEmpty();
    }
}
