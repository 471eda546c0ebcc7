package tessera.metrics.scrape;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.NodeSummary;
import tessera.model.PodSummary;
import tessera.text.TextExcerpt;

/** The names by which exporters are recognized in a cluster. It is data ({@code exporters.json}); a new exporter is a line there. */
public final class KnownExporterNames {

    private static final String NOBODY = "";

    private final List<String> labels;
    private final List<KnownExporter> exporters;
    private final Pattern like;
    private final Pattern unlike;

    /**
     * A known kind of exporter.
     *
     * @param names   of its pods or of what controls them
     * @param endings of such names, where a release or another object names them
     * @param images  how the repositories of its images end, from a slash on
     * @param common  names that others have, too
     * @param node    what labels or resources of a node begin with on which a common name means this kind
     * @param devicePlugin whether it is a device plugin that tells metrics as well
     */
    private record KnownExporter(String vendor, int port, List<String> names, List<String> endings, List<String> images,
            List<String> common, List<String> node, boolean devicePlugin) {

        // Asked for every pod of a cluster, so without streams.
        boolean matchesName(List<String> podNames) {
            for (var name : podNames) {
                if (names.contains(name) || endsWithAny(name, endings)) {
                    return true;
                }
            }
            return false;
        }

        boolean matchesImage(List<String> repositories) {
            for (var repository : repositories) {
                if (endsWithAny(repository, images)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean endsWithAny(String text, List<String> endings) {
            for (var ending : endings) {
                if (text.endsWith(ending)) {
                    return true;
                }
            }
            return false;
        }

        /** Returns whether a common name refers to this exporter on a node. */
        boolean matchesCommonName(List<String> podNames, NodeSummary nodeSummary) {
            return !common.isEmpty() && !Collections.disjoint(common, podNames)
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
                    textList(row.path("names")), textList(row.path("endings")),
                    textList(row.path("images")).stream().map(image -> "/" + image).toList(),
                    textList(row.path("common").path("names")), textList(row.path("common").path("node")),
                    row.path("devicePlugin").asBoolean()));
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
            throw new UncheckedIOException("exporters.json is damaged", e);
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
        var repositories = repositoriesOf(pod);
        var known = firstKind(kind -> kind.matchesName(names))
                .or(() -> firstKind(kind -> kind.matchesCommonName(names, node)))
                .or(() -> firstKind(kind -> kind.matchesImage(repositories)));
        if (known.isPresent()) {
            var kind = known.get();
            return Optional.of(new ExporterPod(pod.node(), pod.namespace(), pod.name(), pod.uid(), kind.vendor(),
                    kind.port(), pod.status(), true, kind.devicePlugin()));
        }
        if (resemblesUnreadExporter(names) || resemblesUnreadExporter(repositories)) {
            return Optional.of(new ExporterPod(pod.node(), pod.namespace(), pod.name(), pod.uid(), NOBODY, 0,
                    pod.status(), false, false));
        }
        return Optional.empty();
    }

    private Optional<KnownExporter> firstKind(Predicate<KnownExporter> wanted) {
        for (var kind : exporters) {
            if (wanted.test(kind)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
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

    /** Returns the images of a pod without their tags and digests, after a slash. */
    private static List<String> repositoriesOf(PodSummary pod) {
        var repositories = new ArrayList<String>(pod.images().size());
        for (var image : pod.images()) {
            var tagged = TextExcerpt.beforeFirst(image, "@");
            int tag = tagged.lastIndexOf(':');
            // A port of a registry is no tag.
            repositories.add("/" + (tag > tagged.lastIndexOf('/') ? tagged.substring(0, tag) : tagged));
        }
        return repositories;
    }

    private boolean resemblesUnreadExporter(List<String> paths) {
        for (var path : paths) {
            if (path.contains("exporter") && isUnreadExporter(path.substring(path.lastIndexOf('/') + 1))) {
                return true;
            }
        }
        return false;
    }

    private boolean isUnreadExporter(String name) {
        return name.contains("exporter") && like.matcher(name).matches() && !unlike.matcher(name).matches();
    }

    /** Returns whether a pod of that name is likely to be an exporter. */
    public boolean resemblesExporter(String pod) {
        return exporters.stream().flatMap(kind -> Stream.of(kind.names(), kind.endings(), kind.common()))
                .flatMap(List::stream).anyMatch(pod::contains);
    }
}
