package tessera.metrics.scrape;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.NodeSummary;
import tessera.model.PodSummary;

/** The names by which exporters are recognized in a cluster. It is data ({@code exporters.json}); a new exporter is a line there. */
public final class KnownExporterNames {

    private static final String NOBODY = "";
    /** A port of a registry is no tag. */
    private static final Pattern TAG = Pattern.compile("(?::[^/@]*)?(?:@.*)?$");

    private final List<String> labels;
    private final List<KnownExporter> exporters;
    private final Pattern like;
    private final Pattern unlike;

    /**
     * A known kind of exporter.
     *
     * @param names   of its pods or of what controls them
     * @param endings of such names, where a release or another object names them
     * @param images  how the repositories of its images end
     * @param common  names that others have, too
     * @param node    what labels or resources of a node begin with on which a common name means this kind
     * @param devicePlugin whether it is a device plugin that tells metrics as well
     */
    private record KnownExporter(String vendor, int port, List<String> names, List<String> endings, List<String> images,
            List<String> common, List<String> node, boolean devicePlugin) {

        boolean matchesName(String name) {
            return names.contains(name) || endings.stream().anyMatch(name::endsWith);
        }

        boolean matchesImage(String repository) {
            return images.stream().anyMatch(image -> ("/" + repository).endsWith("/" + image));
        }

        /** Returns whether a common name refers to this exporter on a node. */
        boolean matchesCommonName(String name, NodeSummary nodeSummary) {
            return common.contains(name)
                    && node.stream().anyMatch(prefix -> anyHasPrefix(nodeSummary.labels().keySet(), prefix)
                            || anyHasPrefix(nodeSummary.capacity().names(), prefix));
        }

        private static boolean anyHasPrefix(Collection<String> names, String prefix) {
            return names.stream().anyMatch(each -> each.startsWith(prefix));
        }
    }

    private KnownExporterNames(JsonNode tree) {
        labels = textList(tree.path("labels"));
        var kinds = new ArrayList<KnownExporter>();
        for (var row : tree.path("exporters")) {
            kinds.add(new KnownExporter(row.path("vendor").asText(), row.path("port").asInt(),
                    textList(row.path("names")),
                    textList(row.path("endings")), textList(row.path("images")),
                    textList(row.path("common").path("names")),
                    textList(row.path("common").path("node")), row.path("devicePlugin").asBoolean()));
        }
        exporters = List.copyOf(kinds);
        like = Pattern.compile(tree.path("unread").path("like").asText());
        unlike = Pattern.compile(tree.path("unread").path("unlike").asText());
    }

    /** Returns the names that ship with the product. */
    public static KnownExporterNames bundled() {
        return ShippedExporterHolder.NAMES;
    }

    /** Holder that reads the names on first use. */
    private static final class ShippedExporterHolder {

        private static final KnownExporterNames NAMES = readShipped();
    }

    private static KnownExporterNames readShipped() {
        try (var file = Objects.requireNonNull(KnownExporterNames.class.getResourceAsStream("exporters.json"))) {
            return new KnownExporterNames(new ObjectMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The list of exporters is damaged", e);
        }
    }

    private static List<String> textList(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }

    /**
     * Returns the exporter that a pod is, judged by labels, controller and images; marked as not read where it only resembles one.
     *
     * @param node the one that it is on
     */
    public Optional<ExporterPod> findExporter(PodSummary pod, NodeSummary node) {
        var names = namesOf(pod);
        return exporters.stream().filter(kind -> names.stream().anyMatch(kind::matchesName)).findFirst()
                .or(() -> exporters.stream()
                        .filter(kind -> names.stream().anyMatch(name -> kind.matchesCommonName(name, node)))
                        .findFirst())
                .or(() -> exporters.stream().filter(kind -> imageRepositories(pod).anyMatch(kind::matchesImage))
                        .findFirst())
                .map(kind -> new ExporterPod(pod.node(), pod.namespace(), pod.name(), pod.uid(), kind.vendor(),
                        kind.port(), pod.status(), true, kind.devicePlugin()))
                .or(() -> Stream.concat(names.stream(), imageRepositories(pod).map(KnownExporterNames::lastSegment))
                        .anyMatch(this::isUnsupportedExporter)
                                ? Optional.of(
                                        new ExporterPod(pod.node(), pod.namespace(), pod.name(), pod.uid(), NOBODY, 0,
                                                pod.status(), false, false))
                                : Optional.empty());
    }

    private List<String> namesOf(PodSummary pod) {
        var names = new ArrayList<String>();
        for (var label : labels) {
            var name = pod.labels().getOrDefault(label, "");
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        names.add(pod.owner().name());
        return names;
    }

    /** Returns the images of a pod without their tags and digests. */
    private static Stream<String> imageRepositories(PodSummary pod) {
        return pod.images().stream().map(image -> TAG.matcher(image).replaceFirst(""));
    }

    private static String lastSegment(String repository) {
        return repository.substring(repository.lastIndexOf('/') + 1);
    }

    private boolean isUnsupportedExporter(String name) {
        return name.contains("exporter") && like.matcher(name).matches() && !unlike.matcher(name).matches();
    }

    /** Returns whether a pod of that name is likely to be an exporter. */
    public boolean resemblesExporter(String pod) {
        return exporters.stream().flatMap(kind -> Stream.of(kind.names(), kind.endings(), kind.common()))
                .flatMap(List::stream).anyMatch(pod::contains);
    }
}
