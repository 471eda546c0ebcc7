package tessera.kube.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;

/**
 * The requests and limits of pods as scheduler, quotas and LimitRanges see them, in one kind of amounts. What is no
 * quantity counts as absent.
 *
 * @param <T> an amount
 */
public final class PodResourceCalculator<T> {

    /** Whole units, thousandths of cores, and nothing below zero, as the scheduler counts. */
    static final PodResourceCalculator<Long> IN_SCHEDULER_UNITS = new PodResourceCalculator<>(
            PodResourceCalculator::parseAmount, 0L, ResourceAmounts::saturatedSum, Math::max);

    /** Exact quantities that print as they were written, as quotas and LimitRanges count. */
    public static final PodResourceCalculator<FormatPreservingQuantity> IN_QUANTITIES = new PodResourceCalculator<>(
            (_, text) -> FormatPreservingQuantity.parseOptional(text), FormatPreservingQuantity.ZERO,
            FormatPreservingQuantity::plus, FormatPreservingQuantity::max);

    private static final String REQUESTS = "requests";
    private static final String LIMITS = "limits";
    private static final JsonNode NONE = MissingNode.getInstance();

    private final BiFunction<String, String, Optional<T>> parse;
    private final T zero;
    private final BinaryOperator<T> plus;
    private final BinaryOperator<T> maximum;

    /**
     * Creates a calculator.
     *
     * @param parse returns the amount of a resource from a quantity; empty for what is no quantity
     * @param zero  no amount
     */
    public PodResourceCalculator(BiFunction<String, String, Optional<T>> parse, T zero, BinaryOperator<T> plus,
            BinaryOperator<T> maximum) {
        this.parse = parse;
        this.zero = zero;
        this.plus = plus;
        this.maximum = maximum;
    }

    private static Optional<Long> parseAmount(String resource, String text) {
        var amount = QuantityParser.parseAmount(resource, text);
        if (amount.isPresent()) {
            return Optional.of(Math.max(0, amount.getAsLong()));
        }
        return Optional.empty();
    }

    private final class AmountMap implements MutableResourceAmounts<AmountMap> {

        private final Map<String, T> amounts = new HashMap<>();

        @Override
        public void clear() {
            amounts.clear();
        }

        @Override
        public void add(AmountMap other) {
            other.amounts.forEach((name, amount) -> amounts.merge(name, amount, plus));
        }

        @Override
        public void takeMaximum(AmountMap other) {
            other.amounts.forEach((name, amount) -> amounts.merge(name, amount, maximum));
        }

        @Override
        public void addMissing(AmountMap other, Predicate<String> resources) {
            other.amounts.forEach((name, amount) -> {
                if (resources.test(name)) {
                    amounts.putIfAbsent(name, amount);
                }
            });
        }

        @Override
        public void raise(AmountMap other) {
            amounts.replaceAll((name, amount) -> {
                var more = other.amounts.get(name);
                return more == null ? amount : maximum.apply(amount, more);
            });
        }

        @Override
        public void zero() {
            amounts.replaceAll((_, _) -> zero);
        }

        @Override
        public void replace(AmountMap other, Predicate<String> resources) {
            other.amounts.forEach((name, amount) -> {
                if (resources.test(name)) {
                    amounts.put(name, amount);
                }
            });
        }
    }

    /** Returns the requests in the spec of a pod or template, with the overhead. */
    public SortedMap<String, T> specRequests(JsonNode pod) {
        return totalRequests(pod, false, true);
    }

    /** Returns the requests of a pod on a node: during a resize the larger of what it has and what it asks for. */
    public SortedMap<String, T> effectiveRequests(JsonNode pod) {
        return totalRequests(pod, true, true);
    }

    /** Returns the requests in the spec without the overhead, as LimitRanges see them. */
    public SortedMap<String, T> requestsWithoutOverhead(JsonNode pod) {
        return totalRequests(pod, false, false);
    }

    /** Returns the limits in the spec of a pod, as LimitRanges see them. */
    public SortedMap<String, T> limitsWithoutOverhead(JsonNode pod) {
        return new TreeMap<>(totalLimits(pod, false).amounts);
    }

    /** Returns the limits of a pod as quotas see them: with what it has during a resize, and with overhead where there is a limit. */
    public SortedMap<String, T> effectiveLimits(JsonNode pod) {
        var total = totalLimits(pod, true).amounts;
        for (var entry : read(pod.path("spec").path("overhead")).amounts.entrySet()) {
            var name = entry.getKey();
            var amount = entry.getValue();
            total.computeIfPresent(name, (_, sum) -> sum.equals(zero) ? sum : plus.apply(sum, amount));
        }
        return new TreeMap<>(total);
    }

    /** Returns the overhead of its RuntimeClass. */
    public SortedMap<String, T> overhead(JsonNode pod) {
        return new TreeMap<>(read(pod.path("spec").path("overhead")).amounts);
    }

    /** Returns the amounts in a mapping of resources to quantities, such as {@code requests} or {@code allocatable}. */
    public SortedMap<String, T> amounts(JsonNode quantities) {
        return new TreeMap<>(read(quantities).amounts);
    }

    /**
     * The requests of one container; a limit without a request counts as one.
     *
     * @param runs whether it runs beside the others, as containers and sidecars do
     */
    record ContainerRequests<T>(String name, boolean runs, Map<String, T> amounts) {}

    /** Returns the requests of each container, init containers first, in the order in which they start. */
    List<ContainerRequests<T>> containerRequests(JsonNode pod) {
        var requests = new ArrayList<ContainerRequests<T>>();
        for (var container : pod.path("spec").path("initContainers")) {
            requests.add(new ContainerRequests<>(container.path("name").asText(), isSidecar(container),
                    requestsOf(container).amounts));
        }
        for (var container : pod.path("spec").path("containers")) {
            requests.add(new ContainerRequests<>(container.path("name").asText(), true, requestsOf(container).amounts));
        }
        return requests;
    }

    /** Returns the requests of a pod as a whole, with those that the API server adds where the pod has limits. */
    SortedMap<String, T> podLevelRequests(JsonNode pod) {
        var spec = pod.path("spec");
        var limits = declared(spec, LIMITS);
        var requests = declared(spec, REQUESTS);
        if (!limits.amounts.isEmpty()) {
            PodResourceFormula.addPodLevelDefaults(requests, sumOfContainers(pod, false), limits);
        }
        return new TreeMap<>(requests.amounts);
    }

    private SortedMap<String, T> totalRequests(JsonNode pod, boolean onNode, boolean withOverhead) {
        var spec = pod.path("spec");
        var total = sumOfContainers(pod, onNode);
        applyPodLevel(total, spec, onNode ? pod.path("status") : NONE, onNode && isResizeInfeasible(pod));
        if (withOverhead) {
            total.add(read(spec.path("overhead")));
        }
        return new TreeMap<>(total.amounts);
    }

    private AmountMap sumOfContainers(JsonNode pod, boolean onNode) {
        var spec = pod.path("spec");
        boolean infeasible = onNode && isResizeInfeasible(pod);
        var formula = new PodResourceFormula<>(AmountMap::new);
        for (var container : spec.path("containers")) {
            formula.addContainer(effective(container, onNode ? findStatus(pod, container) : NONE, infeasible));
        }
        for (var container : spec.path("initContainers")) {
            if (isSidecar(container)) {
                formula.addSidecar(effective(container, onNode ? findStatus(pod, container) : NONE, infeasible));
            } else {
                formula.addInitContainer(requestsOf(container));
            }
        }
        return formula.total();
    }

    private AmountMap totalLimits(JsonNode pod, boolean onNode) {
        var spec = pod.path("spec");
        boolean infeasible = onNode && isResizeInfeasible(pod);
        var formula = new PodResourceFormula<>(AmountMap::new);
        for (var container : spec.path("containers")) {
            formula.addContainer(effectiveLimits(container, onNode ? findStatus(pod, container) : NONE, infeasible));
        }
        for (var container : spec.path("initContainers")) {
            if (isSidecar(container)) {
                formula.addSidecar(effectiveLimits(container, onNode ? findStatus(pod, container) : NONE, infeasible));
            } else {
                formula.addInitContainer(declared(container, LIMITS));
            }
        }
        var total = formula.total();
        total.replace(declared(spec, LIMITS), PodResourceFormula::isPodLevelResource);
        return total;
    }

    private AmountMap effectiveLimits(JsonNode container, JsonNode status, boolean infeasible) {
        var own = declared(container, LIMITS);
        if (status.path("resources").isObject()) {
            PodResourceFormula.applyStatus(own, declared(status, LIMITS), new AmountMap(), infeasible);
        }
        return own;
    }

    private void applyPodLevel(AmountMap total, JsonNode spec, JsonNode status, boolean infeasible) {
        var own = declared(spec, REQUESTS);
        if (status.path("resources").isObject()) {
            PodResourceFormula.applyPodLevelStatus(own, declared(status, REQUESTS),
                    read(status.path("allocatedResources")), infeasible);
        }
        PodResourceFormula.applyPodLevel(total, own, declared(spec, LIMITS));
    }

    private AmountMap effective(JsonNode container, JsonNode status, boolean infeasible) {
        var own = requestsOf(container);
        if (status.path("resources").isObject()) {
            PodResourceFormula.applyStatus(own, declared(status, REQUESTS), read(status.path("allocatedResources")),
                    infeasible);
        }
        return own;
    }

    private static JsonNode findStatus(JsonNode pod, JsonNode container) {
        for (var list : List.of("containerStatuses", "initContainerStatuses")) {
            for (var status : pod.path("status").path(list)) {
                if (status.path("name").equals(container.path("name"))) {
                    return status;
                }
            }
        }
        return NONE;
    }

    private static boolean isResizeInfeasible(JsonNode pod) {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("PodResizePending")
                    && condition.path("reason").asText().equals("Infeasible")) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an init container stays for the pod's whole life. */
    public static boolean isSidecar(JsonNode initContainer) {
        return initContainer.path("restartPolicy").asText().equals("Always");
    }

    /** Returns the requests of a container, with limits as requests where these are missing, as the API server copies them. */
    private AmountMap requestsOf(JsonNode container) {
        var own = declared(container, REQUESTS);
        PodResourceFormula.addLimitsAsRequests(own, declared(container, LIMITS));
        return own;
    }

    private AmountMap declared(JsonNode containerOrSpec, String side) {
        return read(containerOrSpec.path("resources").path(side));
    }

    private AmountMap read(JsonNode quantities) {
        var read = new AmountMap();
        for (var entry : quantities.properties()) {
            parse.apply(entry.getKey(), entry.getValue().asText())
                    .ifPresent(amount -> read.amounts.put(entry.getKey().intern(), amount));
        }
        return read;
    }
}
