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
import tessera.text.MessageCatalog;

/**
 * A pod's usage of processors or of memory, beside the limits of its containers. Limits hold for each container alone.
 *
 * @param atLimit  whether one of its containers is at its limit
 * @param isKnown whether that is known of all of them
 */
record PodResourceUsage(String text, boolean atLimit, boolean isKnown) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodResourceUsage.class);
    private static final double AT_LIMIT = 0.9;

    /** The kind of a measured amount. */
    enum CpuOrMemoryKind {
        PROCESSORS("cpu", BigDecimal.ONE),
        MEMORY("memory", BigDecimal.valueOf(1 << 30));

        private final String resource;
        private final BigDecimal decimal;

        CpuOrMemoryKind(String resource, BigDecimal decimal) {
            this.resource = resource;
            this.decimal = decimal;
        }

        /** Returns a number to a tenth; less than that is stated as such, and not as nothing. */
        private String numberText(BigDecimal amount) {
            var tenths = amount.divide(decimal, 1, RoundingMode.HALF_UP);
            if (amount.signum() > 0 && tenths.signum() == 0) {
                return "< 0.1";
            }
            return tenths.stripTrailingZeros().toPlainString();
        }
    }

    /**
     * The measured use of a resource by a container, and its limit.
     *
     * @param limit empty where none is set
     */
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
            return new PodResourceUsage(MESSAGES.text("usage.unknown", kind, unmeasured), false, false);
        }
        var text = fullest
                .map(container -> MESSAGES.text("usage.limited",
                        containers.size() + unmeasured.size() == 1 ? "" : container.name(),
                        kind.numberText(container.used()), kind.numberText(container.limit().orElseThrow()), kind))
                .orElseGet(() -> MESSAGES.text("usage.unlimited", kind.numberText(
                        containers.stream().map(ContainerUsageAndLimit::used).reduce(BigDecimal.ZERO, BigDecimal::add)),
                        kind));
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
