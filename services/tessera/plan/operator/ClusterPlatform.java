package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tessera.model.NodeFacts;

/**
 * Where a cluster may run, by what its nodes tell that, and the values that the chart needs there. Data:
 * {@code platforms.json}.
 *
 * @param name   on the command line, e.g. {@code gke}
 * @param title  as people call it
 * @param helm   whether the operator is installed by Helm there
 * @param note   what else is needed there; may be empty
 * @param signs  of which a node shows one there; none where it cannot be seen
 * @param values those that are advised, each for some versions
 */
public record ClusterPlatform(String name, String title, boolean helm, String note, Signs signs,
        List<PlatformValue> values) {

    /**
     * By what a platform is known.
     *
     * @param labels  beginnings of keys of labels
     * @param kubelet a part of the kubelet's version; empty for none
     * @param system  a part of the system's name; empty for none
     */
    public record Signs(List<String> labels, String kubelet, String system) {

        public Signs {
            labels = List.copyOf(labels);
        }

        boolean shownBy(NodeFacts node) {
            return labels.stream().anyMatch(prefix -> node.labels().keySet().stream().anyMatch(key -> key
                    .startsWith(prefix)))
                    || (!kubelet.isEmpty() && node.system().kubelet().contains(kubelet))
                    || (!system.isEmpty() && node.system().os().contains(system));
        }
    }

    /**
     * A value and for what it holds; each version may be empty.
     *
     * @param since      the first version of the chart
     * @param before     the first version of the chart for which it does not
     * @param kubernetes the first version of Kubernetes
     */
    public record PlatformValue(ValueAdvice advice, String since, String before, String kubernetes) {

        /** A version that is not told is taken for a new one. */
        boolean holds(String chart, String server) {
            return (before.isEmpty()
                    || (OperatorVersions.read(chart).isPresent() && !OperatorVersions.atLeast(chart, before)))
                    && (since.isEmpty() || OperatorVersions.read(chart).isEmpty()
                            || OperatorVersions.atLeast(chart, since))
                    && (kubernetes.isEmpty() || OperatorVersions.atLeast(server, kubernetes));
        }
    }

    public ClusterPlatform {
        values = List.copyOf(values);
    }

    /** Those that ship with the product. */
    public static List<ClusterPlatform> all() {
        var platforms = new ArrayList<ClusterPlatform>();
        try (var file = Objects.requireNonNull(ClusterPlatform.class.getResourceAsStream("platforms.json"))) {
            new JsonMapper().readTree(file).forEach(entry -> platforms.add(platform(entry)));
        } catch (IOException e) {
            throw new UncheckedIOException("The list of platforms is damaged", e);
        }
        return platforms;
    }

    private static ClusterPlatform platform(JsonNode entry) {
        var labels = new ArrayList<String>();
        entry.path("labels").forEach(label -> labels.add(label.asText()));
        var values = new ArrayList<PlatformValue>();
        entry.path("values").forEach(value -> values.add(new PlatformValue(new ValueAdvice(value.path("path").asText(),
                value.path("value").asText(), value.path("reason").asText()), value.path("since").asText(""),
                value.path("before").asText(""), value.path("kubernetes").asText(""))));
        return new ClusterPlatform(entry.path("name").asText(), entry.path("title").asText(),
                entry.path("helm").asBoolean(true), entry.path("note").asText(),
                new Signs(labels, entry.path("kubelet").asText(""), entry.path("system").asText("")), values);
    }

    /** The one that any of the nodes shows; empty for a plain cluster. */
    static Optional<ClusterPlatform> of(Collection<NodeFacts> nodes) {
        return all().stream().filter(platform -> nodes.stream().anyMatch(platform.signs()::shownBy)).findFirst();
    }

    /** Those of its values that hold for some versions. */
    List<ValueAdvice> advised(String chart, String server) {
        return values.stream().filter(value -> value.holds(chart, server)).map(PlatformValue::advice).toList();
    }
}
