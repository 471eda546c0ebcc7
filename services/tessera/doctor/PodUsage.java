package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.model.Quantity;

/**
 * What a pod uses of processors or of memory, beside what its containers may use. Limits hold for each container alone.
 *
 * @param full  whether one of its containers is at its limit
 * @param known whether that is known of all of them
 */
record PodUsage(String words, boolean full, boolean known) {

    private static final double AT_LIMIT = 0.9;

    /** What is used. */
    enum UsageKind {
        PROCESSORS("cpu", "cores", BigDecimal.ONE),
        MEMORY("memory", "GiB of memory", BigDecimal.valueOf(1 << 30));

        private final String resource;
        private final String unit;
        private final BigDecimal each;

        UsageKind(String resource, String unit, BigDecimal each) {
            this.resource = resource;
            this.unit = unit;
            this.each = each;
        }

        private String words(BigDecimal amount) {
            return number(amount) + " " + unit;
        }

        /** To a tenth; what is less is told as that, and not as nothing. */
        private String number(BigDecimal amount) {
            var tenths = amount.divide(each, 1, RoundingMode.HALF_UP);
            return amount.signum() > 0 && tenths.signum() == 0 ? "less than 0.1"
                    : tenths.stripTrailingZeros().toPlainString();
        }
    }

    /** @param limit empty where there is none */
    private record ContainerLimit(String name, BigDecimal used, Optional<BigDecimal> limit) {

        double part() {
            return limit.map(most -> used.doubleValue() / most.doubleValue()).orElse(0.0);
        }
    }

    /**
     * What is known of a pod.
     *
     * @param pod      as the API server has it
     * @param measured its PodMetrics
     */
    static PodUsage of(JsonNode pod, JsonNode measured, UsageKind kind) {
        var containers = new ArrayList<ContainerLimit>();
        var unmeasured = new ArrayList<String>();
        for (var container : running(pod)) {
            var name = container.path("name").asText();
            used(measured, name, kind).ifPresentOrElse(
                    used -> containers.add(new ContainerLimit(name, used, limit(container, kind))),
                    () -> unmeasured.add(name));
        }
        var fullest = containers.stream().filter(container -> container.limit().isPresent())
                .max(Comparator.comparingDouble(ContainerLimit::part));
        boolean full = fullest.filter(container -> container.part() >= AT_LIMIT).isPresent();
        if (!full && (!unmeasured.isEmpty() || containers.isEmpty())) {
            return new PodUsage("what it uses of %s is not known: nobody measures %s".formatted(kind.resource,
                    unmeasured.isEmpty() ? "it" : String.join(", ", unmeasured)), false, false);
        }
        var words = fullest.map(container -> "%s uses %s of at most %s".formatted(
                containers.size() + unmeasured.size() == 1 ? "it" : "its container " + container.name(),
                kind.words(container.used()), kind.number(container.limit().orElseThrow())))
                .orElseGet(() -> "it uses %s, without a limit".formatted(kind.words(
                        containers.stream().map(ContainerLimit::used).reduce(BigDecimal.ZERO, BigDecimal::add))));
        return new PodUsage(words, full, unmeasured.isEmpty());
    }

    /** Containers that run as long as the pod does. */
    private static List<JsonNode> running(JsonNode pod) {
        var running = new ArrayList<JsonNode>();
        pod.at("/spec/initContainers").forEach(container -> {
            if (container.path("restartPolicy").asText().equals("Always")) {
                running.add(container);
            }
        });
        pod.at("/spec/containers").forEach(running::add);
        return running;
    }

    private static Optional<BigDecimal> used(JsonNode measured, String container, UsageKind kind) {
        for (var each : measured.path("containers")) {
            if (each.path("name").asText().equals(container)) {
                return Quantity.exact(each.at("/usage/" + kind.resource).asText());
            }
        }
        return Optional.empty();
    }

    private static Optional<BigDecimal> limit(JsonNode container, UsageKind kind) {
        return Quantity.exact(container.at("/resources/limits/" + kind.resource).asText())
                .filter(most -> most.signum() > 0);
    }
}
