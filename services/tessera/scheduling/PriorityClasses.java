package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * The priority classes of a cluster, as far as they are known.
 *
 * @param classes the lowest first
 */
record PriorityClasses(List<PriorityClassSummary> classes) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PriorityClasses.class);

    static final PriorityClasses UNKNOWN = new PriorityClasses(List.of());

    PriorityClasses {
        classes = classes.stream()
                .sorted(Comparator.comparingInt(PriorityClassSummary::value).thenComparing(PriorityClassSummary::name))
                .toList();
    }

    /**
     * A priority class.
     *
     * @param preemptionPolicy whether its pods may displace others: {@code preemptionPolicy}
     * @param globalDefault  whether pods get it that name none
     */
    record PriorityClassSummary(String name, int value, String preemptionPolicy, boolean globalDefault) {

        @Override
        public String toString() {
            return "%s (%d)".formatted(name, value);
        }
    }

    /** Reads the priority classes; empty where there are more than the page limit. Waits for the cluster. */
    static Optional<PriorityClasses> read(ClusterObjectSource source) throws ProblemException, InterruptedException {
        var all = new ArrayList<PriorityClassSummary>();
        boolean whole = source.forEach(
                new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", ""), "",
                element -> all.add(new PriorityClassSummary(element.at("/metadata/name").asText(),
                        element.path("value").asInt(), element.path("preemptionPolicy").asText("PreemptLowerPriority"),
                        element.path("globalDefault").asBoolean())));
        if (whole) {
            return Optional.of(new PriorityClasses(all));
        }
        return Optional.empty();
    }

    /** Returns the default class; of several the API server takes the one with the lowest value. */
    Optional<PriorityClassSummary> defaultClass() {
        return classes.stream().filter(PriorityClassSummary::globalDefault).findFirst();
    }

    /** Returns the remedy for a pod that may not preempt only because of its class. */
    SchedulingRemedy nonPreemptingRemedy(int priority, List<String> nodes) {
        var fit = classes.stream().filter(each -> each.value() >= priority && !each.preemptionPolicy().equals("Never")
                && !each.name().startsWith("system-")).findFirst();
        return new SchedulingRemedy(MESSAGES.text("remedy.priorityClass", fit, priority, nodes),
                fit.isPresent() || classes.isEmpty() ? "kubectl get priorityclasses" : "",
                new SchedulingRemedyChange.ChangeResourceRequestAction());
    }
}
