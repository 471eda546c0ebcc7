package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.requests.PodResourceCalculator;

/**
 * A pod's usage of processors or of memory, beside the limits of its containers. Limits hold for each container alone.
 *
 * @param atLimit  whether one of its containers is at its limit
 * @param isKnown whether that is known of all of them
 */
record PodResourceUsage(String text, boolean atLimit, boolean isKnown) {

    private static final double AT_LIMIT = 0.9;

    /** The kind of a measured amount. */
    enum CpuOrMemoryKind {
        PROCESSORS("cpu", "cores", BigDecimal.ONE),
        MEMORY("memory", "GiB of memory", BigDecimal.valueOf(1 << 30));

        private final String resource;
        private final String unit;
        private final BigDecimal decimal;

        CpuOrMemoryKind(String resource, String unit, BigDecimal decimal) {
            this.resource = resource;
            this.unit = unit;
            this.decimal = decimal;
        }

        private String amountText(BigDecimal amount) {
            return numberText(amount) + " " + unit;
        }

        /** Returns a number to a tenth; less than that is stated as such, and not as nothing. */
        private String numberText(BigDecimal amount) {
            var tenths = amount.divide(decimal, 1, RoundingMode.HALF_UP);
            if (amount.signum() > 0 && tenths.signum() == 0) {
                return "less than 0.1";
            }
            return tenths.stripTrailingZeros().toPlainString();
        }
    }

    /** @param limit empty where there is none */
    private record ContainerUsageAndLimit(String name, BigDecimal used, Optional<BigDecimal> limit) {

        double usedShare() {
            return limit.map(most -> used.doubleValue() / most.doubleValue()).orElse(0.0);
        }
    }

    /**
     * Returns the usage of a pod, as far as it is known.
     *
     * @param pod      as the API server has it
     * @param measured its PodMetrics
     */
    static PodResourceUsage of(JsonNode pod, JsonNode measured, CpuOrMemoryKind kind) {
        var containers = new ArrayList<ContainerUsageAndLimit>();
        var unmeasured = new ArrayList<String>();
        for (var container : longRunningContainers(pod)) {
            var name = container.path("name").asText();
            usedAmount(measured, name, kind).ifPresentOrElse(
                    used -> containers.add(new ContainerUsageAndLimit(name, used, limitAmount(container, kind))),
                    () -> unmeasured.add(name));
        }
        var fullest = containers.stream().filter(container -> container.limit().isPresent())
                .max(Comparator.comparingDouble(ContainerUsageAndLimit::usedShare));
        boolean full = fullest.filter(container -> container.usedShare() >= AT_LIMIT).isPresent();
        if (!full && (!unmeasured.isEmpty() || containers.isEmpty())) {
            return new PodResourceUsage("what it uses of %s is not known: nobody measures %s".formatted(kind.resource,
                    unmeasured.isEmpty() ? "it" : String.join(", ", unmeasured)), false, false);
        }
        var text = fullest.map(container -> "%s uses %s of at most %s".formatted(
                containers.size() + unmeasured.size() == 1 ? "it" : "its container " + container.name(),
                kind.amountText(container.used()), kind.numberText(container.limit().orElseThrow())))
                .orElseGet(() -> "it uses %s, without a limit".formatted(kind.amountText(
                        containers.stream().map(ContainerUsageAndLimit::used).reduce(BigDecimal.ZERO,
                                BigDecimal::add))));
        return new PodResourceUsage(text, full, unmeasured.isEmpty());
    }

    /** Returns the containers that run as long as the pod does. */
    private static List<JsonNode> longRunningContainers(JsonNode pod) {
        var running = new ArrayList<JsonNode>();
        pod.at("/spec/initContainers").forEach(container -> {
            if (PodResourceCalculator.isSidecar(container)) {
                running.add(container);
            }
        });
        pod.at("/spec/containers").forEach(running::add);
        return running;
    }

    private static Optional<BigDecimal> usedAmount(JsonNode measured, String container, CpuOrMemoryKind kind) {
        for (var element : measured.path("containers")) {
            if (element.path("name").asText().equals(container)) {
                return QuantityParser.parseExact(element.at("/usage/" + kind.resource).asText());
            }
        }
        return Optional.empty();
    }

    private static Optional<BigDecimal> limitAmount(JsonNode container, CpuOrMemoryKind kind) {
        return QuantityParser.parseExact(container.at("/resources/limits/" + kind.resource).asText())
                .filter(most -> most.signum() > 0);
    }
}
