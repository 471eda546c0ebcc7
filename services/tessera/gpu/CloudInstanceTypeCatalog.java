package tessera.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.model.NodeSummary;

/**
 * GPUs of the machines of cloud providers, by instance type and by the labels that the clouds write on nodes. Data:
 * {@code instance-types.json}.
 */
public final class CloudInstanceTypeCatalog {

    private static final String NVIDIA = "NVIDIA";
    private static final List<String> INSTANCE_TYPE = List.of("node.kubernetes.io/instance-type",
            "beta.kubernetes.io/instance-type");

    /**
     * The GPUs of a machine.
     *
     * @param vendor  who makes them
     * @param product as GPU feature discovery would label it
     * @param gpus    how many boards the machine has; 0 where only the product is known
     */
    public record InstanceTypeGpus(String vendor, String product, int gpus) {}

    /**
     * A label with the number of GPUs.
     *
     * @param pattern of its values, with the number in its first group
     */
    private record CountLabel(String label, Pattern pattern) {

        GpuBoardCount countOn(NodeSummary node) {
            var number = pattern.matcher(node.label(label));
            return GpuBoardCount.fromLabel(GpuBoardCountSource.CLOUD_LABEL, label,
                    number.matches() ? NodeLabelParser.parseNumber(number.group(1)) : 0);
        }
    }

    /** The catalogue that ships with the product, read at first use. */
    private record ShippedInstanceTypeHolder(Map<String, InstanceTypeGpus> machines, List<String> labels,
            List<CountLabel> countLabels, Map<String, String> products) {

        private static final ShippedInstanceTypeHolder SHIPPED = read();

        private static ShippedInstanceTypeHolder read() {
            try (var file = Objects
                    .requireNonNull(CloudInstanceTypeCatalog.class.getResourceAsStream("instance-types.json"))) {
                var tree = new JsonMapper().readTree(file);
                var accelerators = tree.path("accelerators");
                var products = new HashMap<String, String>();
                accelerators.path("products").properties()
                        .forEach(each -> products.put(each.getKey(), each.getValue().asText()));
                return new ShippedInstanceTypeHolder(readMachines(tree.path("machines")),
                        readTexts(accelerators.path("labels")), readCountLabels(accelerators.path("counts")),
                        Map.copyOf(products));
            } catch (IOException e) {
                throw new UncheckedIOException("Unreadable instance-types.json", e);
            }
        }

        private static Map<String, InstanceTypeGpus> readMachines(JsonNode entries) {
            var machines = new HashMap<String, InstanceTypeGpus>();
            for (var entry : entries) {
                for (var gpus : entry.path("gpus").properties()) {
                    var each = new InstanceTypeGpus(entry.path("vendor").asText(NVIDIA), entry.path("product").asText(),
                            Integer.parseInt(gpus.getKey()));
                    gpus.getValue().forEach(type -> machines.put(type.asText().toLowerCase(Locale.ROOT), each));
                }
            }
            return Map.copyOf(machines);
        }

        private static List<CountLabel> readCountLabels(JsonNode array) {
            return array.valueStream().map(entry -> entry.isTextual()
                    ? new CountLabel(entry.asText(), Pattern.compile("(.*)"))
                    : new CountLabel(entry.path("label").asText(), Pattern.compile(entry.path("pattern").asText())))
                    .toList();
        }

        private static List<String> readTexts(JsonNode array) {
            return array.valueStream().map(JsonNode::asText).toList();
        }
    }

    private CloudInstanceTypeCatalog() {}

    /** Returns the GPUs that the cloud says a node has; empty where no label of it is known. */
    public static Optional<InstanceTypeGpus> gpusOf(NodeSummary node) {
        var catalogue = ShippedInstanceTypeHolder.SHIPPED;
        return firstLabel(node, INSTANCE_TYPE).map(type -> catalogue.machines().get(type.toLowerCase(Locale.ROOT)))
                .or(() -> labelledTypeGpus(node, catalogue))
                .map(machine -> machine.gpus() > 0 ? machine
                        : new InstanceTypeGpus(machine.vendor(), machine.product(),
                                labelledCount(node).map(GpuBoardCount::number).map(Math::toIntExact).orElse(0)));
    }

    private static Optional<InstanceTypeGpus> labelledTypeGpus(NodeSummary node, ShippedInstanceTypeHolder catalogue) {
        return labelledModel(node).map(name -> catalogue.products().get(name.toLowerCase(Locale.ROOT)))
                .map(product -> new InstanceTypeGpus(NVIDIA, product, 0));
    }

    /** Returns the number of GPUs by a label of the cloud; empty if there is none. */
    static Optional<GpuBoardCount> labelledCount(NodeSummary node) {
        return ShippedInstanceTypeHolder.SHIPPED.countLabels().stream().map(label -> label.countOn(node))
                .filter(GpuBoardCount::isKnown).findFirst();
    }

    /** Returns the cloud's name for the GPUs of a node; empty if there is no label. */
    static Optional<String> labelledModel(NodeSummary node) {
        return firstLabel(node, ShippedInstanceTypeHolder.SHIPPED.labels());
    }

    private static Optional<String> firstLabel(NodeSummary node, List<String> labels) {
        return labels.stream().map(node::label).filter(value -> !value.isEmpty()).findFirst();
    }
}
