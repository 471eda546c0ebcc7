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
import tessera.model.NodeSummary;
import tessera.text.MessageCatalog;

/**
 * A platform that clusters run on, with its signs on nodes and the chart values that it needs. Data:
 * {@code platforms.json}.
 *
 * @param name   on the command line, e.g. {@code gke}
 * @param title  as people call it
 * @param installsByHelm   whether the operator is installed by Helm there
 * @param note   what else is needed there; may be empty
 * @param markers  of which a node shows one there; none where it cannot be seen
 * @param values those that are advised, each for some versions
 */
public record ClusterPlatform(String name, String title, boolean installsByHelm, String note,
        PlatformNodeMarkers markers, List<PlatformChartValue> values) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterPlatform.class);

    /**
     * The signs of a platform on its nodes.
     *
     * @param labels  beginnings of keys of labels
     * @param kubelet a part of the kubelet's version; empty for none
     * @param system  a part of the system's name; empty for none
     */
    public record PlatformNodeMarkers(List<String> labels, String kubelet, String system) {

        public PlatformNodeMarkers {
            labels = List.copyOf(labels);
        }

        boolean isShownBy(NodeSummary node) {
            return labels.stream().anyMatch(prefix -> hasPrefixedLabel(prefix, node))
                    || (!kubelet.isEmpty() && node.system().kubelet().contains(kubelet))
                    || (!system.isEmpty() && node.system().os().contains(system));
        }

        private static boolean hasPrefixedLabel(String prefix, NodeSummary node) {
            return node.labels().keySet().stream().anyMatch(key -> key.startsWith(prefix));
        }
    }

    /**
     * A chart value of a platform, with the versions that it applies to; each version may be empty.
     *
     * @param since      the first version of the chart
     * @param before     the first version of the chart for which it does not
     * @param kubernetes the first version of Kubernetes
     */
    public record PlatformChartValue(HelmChartValueAdvice advice, String since, String before, String kubernetes) {

        /** Returns whether the value applies to these versions; an unknown version counts as new. */
        boolean appliesTo(String chart, String server) {
            return (before.isEmpty() || (GpuOperatorBreakingChanges.parseVersion(chart).isPresent()
                    && !GpuOperatorBreakingChanges.isAtLeast(chart, before)))
                    && (since.isEmpty() || GpuOperatorBreakingChanges.parseVersion(chart).isEmpty()
                            || GpuOperatorBreakingChanges.isAtLeast(chart, since))
                    && (kubernetes.isEmpty() || GpuOperatorBreakingChanges.isAtLeast(server, kubernetes));
        }
    }

    public ClusterPlatform {
        values = List.copyOf(values);
    }

    /** Returns the platforms that ship with the product. */
    public static List<ClusterPlatform> standardPlatforms() {
        var platforms = new ArrayList<ClusterPlatform>();
        try (var file = Objects.requireNonNull(ClusterPlatform.class.getResourceAsStream("platforms.json"))) {
            new JsonMapper().readTree(file).forEach(entry -> platforms.add(fromJson(entry)));
        } catch (IOException e) {
            throw new UncheckedIOException("platforms.json is damaged", e);
        }
        return platforms;
    }

    private static ClusterPlatform fromJson(JsonNode entry) {
        var labels = new ArrayList<String>();
        entry.path("labels").forEach(label -> labels.add(label.asText()));
        var values = new ArrayList<PlatformChartValue>();
        entry.path("values")
                .forEach(value -> values.add(new PlatformChartValue(
                        new HelmChartValueAdvice(value.path("path").asText(), value.path("value").asText(),
                                reasonText(value)),
                        value.path("since").asText(""), value.path("before").asText(""),
                        value.path("kubernetes").asText(""))));
        var title = entry.path("title");
        return new ClusterPlatform(entry.path("name").asText(),
                title.isTextual() ? title.asText() : MESSAGES.text(title.path("text").asText() + ".title"),
                entry.path("helm").asBoolean(true), entry.has("text") ? reasonText(entry) : "",
                new PlatformNodeMarkers(labels, entry.path("kubelet").asText(""), entry.path("system").asText("")),
                values);
    }

    private static String reasonText(JsonNode entry) {
        return MESSAGES.text(entry.path("text").asText() + ".why");
    }

    /** Returns the platform that any of the nodes shows; empty for a plain cluster. */
    static Optional<ClusterPlatform> of(Collection<NodeSummary> nodes) {
        return standardPlatforms().stream().filter(platform -> nodes.stream().anyMatch(platform.markers()::isShownBy))
                .findFirst();
    }

    /** Returns the values that apply to these versions. */
    List<HelmChartValueAdvice> advisedValues(String chart, String server) {
        return values.stream().filter(value -> value.appliesTo(chart, server)).map(PlatformChartValue::advice).toList();
    }
}
