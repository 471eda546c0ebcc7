package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/**
 * The priority classes of a cluster, as far as they are known.
 *
 * @param all the lowest first
 */
record PriorityClasses(List<PriorityClassFacts> all) {

    static final PriorityClasses UNKNOWN = new PriorityClasses(List.of());

    PriorityClasses {
        all = all.stream()
                .sorted(Comparator.comparingInt(PriorityClassFacts::value).thenComparing(PriorityClassFacts::name))
                .toList();
    }

    /**
     * A class.
     *
     * @param policy whether its pods may displace others: {@code preemptionPolicy}
     * @param usual  whether pods get it that name none
     */
    record PriorityClassFacts(String name, int value, String policy, boolean usual) {

        @Override
        public String toString() {
            return "%s (%d)".formatted(name, value);
        }
    }

    /** Reads them; empty where there are more than are read. Waits for the cluster. */
    static Optional<PriorityClasses> read(ObjectSource source) throws Failure, InterruptedException {
        var all = new ArrayList<PriorityClassFacts>();
        boolean whole = source.each(new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", ""),
                "",
                each -> all.add(new PriorityClassFacts(each.at("/metadata/name").asText(), each.path("value").asInt(),
                        each.path("preemptionPolicy").asText("PreemptLowerPriority"),
                        each.path("globalDefault").asBoolean())));
        return whole ? Optional.of(new PriorityClasses(all)) : Optional.empty();
    }

    /** The one that pods get which name none: of several, the server takes the lowest. */
    Optional<PriorityClassFacts> usual() {
        return all.stream().filter(PriorityClassFacts::usual).findFirst();
    }

    /** What would help a pod that may displace nobody only because its own class says so. */
    RemedySuggestion advice(int priority, List<String> nodes) {
        var fit = all.stream().filter(each -> each.value() >= priority && !each.policy().equals("Never")
                && !each.name().startsWith("system-")).findFirst();
        var which = fit.map(each -> "the priority class " + each)
                .orElse("a priority class of value %d or more whose preemptionPolicy is PreemptLowerPriority"
                        .formatted(priority));
        return new RemedySuggestion(
                "Give the pod %s, if it may displace others: there are pods of lower priority to evict on %s"
                        .formatted(which, nodes.getFirst()
                                + (nodes.size() == 1 ? "" : " and %d more".formatted(nodes.size() - 1))),
                fit.isPresent() || all.isEmpty() ? "kubectl get priorityclasses" : "", new PodRemedy.ChangeRequest());
    }
}
