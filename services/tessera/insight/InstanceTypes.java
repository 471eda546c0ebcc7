package tessera.insight;

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
import tessera.model.NodeFacts;

/**
 * GPUs of the machines of cloud providers, by instance type and by the labels that the clouds write on nodes. Data:
 * {@code instance-types.json}.
 */
public final class InstanceTypes {

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
    public record MachineGpus(String vendor, String product, int gpus) {}

    /** The catalogue that ships with the product; read when somebody first wants it. */
    private record ShippedInstanceTypes(Map<String, MachineGpus> machines, List<String> labels, List<String> counts,
            Map<String, String> products) {

        private static final ShippedInstanceTypes SHIPPED = read();

        private static ShippedInstanceTypes read() {
            try (var file = Objects.requireNonNull(InstanceTypes.class.getResourceAsStream("instance-types.json"))) {
                var tree = new JsonMapper().readTree(file);
                var accelerators = tree.path("accelerators");
                var products = new HashMap<String, String>();
                accelerators.path("products").properties()
                        .forEach(each -> products.put(each.getKey(), each.getValue().asText()));
                return new ShippedInstanceTypes(machines(tree.path("machines")), texts(accelerators.path("labels")),
                        texts(accelerators.path("counts")), Map.copyOf(products));
            } catch (IOException e) {
                throw new UncheckedIOException("The catalogue of instance types is damaged", e);
            }
        }

        private static Map<String, MachineGpus> machines(JsonNode entries) {
            var machines = new HashMap<String, MachineGpus>();
            for (var entry : entries) {
                for (var gpus : entry.path("gpus").properties()) {
                    var each = new MachineGpus(entry.path("vendor").asText(NVIDIA), entry.path("product").asText(),
                            Integer.parseInt(gpus.getKey()));
                    gpus.getValue().forEach(type -> machines.put(type.asText().toLowerCase(Locale.ROOT), each));
                }
            }
            return Map.copyOf(machines);
        }

        private static List<String> texts(JsonNode array) {
            return array.valueStream().map(JsonNode::asText).toList();
        }
    }

    private InstanceTypes() {}

    /** Returns the GPUs that the cloud says a node has; empty where no label of it is known. */
    public static Optional<MachineGpus> of(NodeFacts node) {
        var catalogue = ShippedInstanceTypes.SHIPPED;
        var machine = first(node, INSTANCE_TYPE).map(catalogue.machines()::get);
        return machine.or(() -> model(node).map(catalogue.products()::get).map(product -> new MachineGpus(NVIDIA,
                product, count(node).map(BoardCount::number).map(Math::toIntExact).orElse(0))));
    }

    /** Returns how many GPUs a label of the cloud counts; empty where none does. */
    static Optional<BoardCount> count(NodeFacts node) {
        return BoardCount.labelled(BoardWitness.CLOUD_LABEL, ShippedInstanceTypes.SHIPPED.counts(), node);
    }

    /** Returns what the cloud calls the GPUs of a node; empty where no label tells. */
    static Optional<String> model(NodeFacts node) {
        return first(node, ShippedInstanceTypes.SHIPPED.labels());
    }

    private static Optional<String> first(NodeFacts node, List<String> labels) {
        return labels.stream().map(node::label).filter(value -> !value.isEmpty()).findFirst()
                .map(value -> value.toLowerCase(Locale.ROOT));
    }
}
