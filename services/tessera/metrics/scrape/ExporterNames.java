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
import tessera.model.NodeFacts;
import tessera.model.PodFacts;

/** By what names exporters go in a cluster. It is data ({@code exporters.json}); a new exporter is a line there. */
public final class ExporterNames {

    private static final String NOBODY = "";
    /** A port of a registry is no tag. */
    private static final Pattern TAG = Pattern.compile("(?::[^/@]*)?(?:@.*)?$");

    private final List<String> labels;
    private final List<KnownExporter> known;
    private final Pattern like;
    private final Pattern unlike;

    /**
     * A kind of exporter.
     *
     * @param names   of its pods or of what controls them
     * @param endings of such names, where a release or another object names them
     * @param images  how the repositories of its images end
     * @param common  names that others have, too
     * @param node    what labels or resources of a node begin with on which a common name means this kind
     */
    private record KnownExporter(String vendor, int port, List<String> names, List<String> endings, List<String> images,
            List<String> common, List<String> node) {

        boolean called(String name) {
            return names.contains(name) || endings.stream().anyMatch(name::endsWith);
        }

        boolean runs(String repository) {
            return images.stream().anyMatch(image -> ("/" + repository).endsWith("/" + image));
        }

        /** Whether a common name means it on a node. */
        boolean means(String name, NodeFacts facts) {
            return common.contains(name) && node.stream().anyMatch(prefix -> any(facts.labels().keySet(), prefix)
                    || any(facts.capacity().names(), prefix));
        }

        private static boolean any(Collection<String> names, String prefix) {
            return names.stream().anyMatch(each -> each.startsWith(prefix));
        }
    }

    private ExporterNames(JsonNode tree) {
        labels = texts(tree.path("labels"));
        var kinds = new ArrayList<KnownExporter>();
        for (var row : tree.path("exporters")) {
            kinds.add(new KnownExporter(row.path("vendor").asText(), row.path("port").asInt(), texts(row.path("names")),
                    texts(row.path("endings")), texts(row.path("images")), texts(row.path("common").path("names")),
                    texts(row.path("common").path("node"))));
        }
        known = List.copyOf(kinds);
        like = Pattern.compile(tree.path("unread").path("like").asText());
        unlike = Pattern.compile(tree.path("unread").path("unlike").asText());
    }

    /** Those that ship with the product. */
    public static ExporterNames bundled() {
        return ShippedExporters.NAMES;
    }

    /** Read when somebody first wants it. */
    private static final class ShippedExporters {

        private static final ExporterNames NAMES = read();
    }

    private static ExporterNames read() {
        try (var file = Objects.requireNonNull(ExporterNames.class.getResourceAsStream("exporters.json"))) {
            return new ExporterNames(new ObjectMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The list of exporters is damaged", e);
        }
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }

    /**
     * The exporter a pod is, going by its labels, by what controls it and by its images; one of a kind that is not read where
     * it only sounds like one.
     *
     * @param node the one that it is on
     */
    public Optional<ExporterPod> of(PodFacts pod, NodeFacts node) {
        var names = names(pod);
        return known.stream().filter(kind -> names.stream().anyMatch(kind::called)).findFirst()
                .or(() -> known.stream().filter(kind -> names.stream().anyMatch(name -> kind.means(name, node)))
                        .findFirst())
                .or(() -> known.stream().filter(kind -> repositories(pod).anyMatch(kind::runs)).findFirst())
                .map(kind -> exporter(pod, kind.vendor(), kind.port(), true))
                .or(() -> Stream.concat(names.stream(), repositories(pod).map(ExporterNames::last))
                        .anyMatch(this::unread)
                                ? Optional.of(exporter(pod, NOBODY, 0, false))
                                : Optional.empty());
    }

    private List<String> names(PodFacts pod) {
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

    /** The images of a pod without their tags and digests. */
    private static Stream<String> repositories(PodFacts pod) {
        return pod.images().stream().map(image -> TAG.matcher(image).replaceFirst(""));
    }

    private static String last(String repository) {
        return repository.substring(repository.lastIndexOf('/') + 1);
    }

    private boolean unread(String name) {
        return name.contains("exporter") && like.matcher(name).matches() && !unlike.matcher(name).matches();
    }

    /** Whether a pod of that name is likely to be an exporter. */
    public boolean soundLike(String pod) {
        return known.stream().flatMap(kind -> Stream.of(kind.names(), kind.endings(), kind.common()))
                .flatMap(List::stream).anyMatch(pod::contains);
    }

    private static ExporterPod exporter(PodFacts pod, String vendor, int port, boolean read) {
        return new ExporterPod(pod.node(), pod.namespace(), pod.name(), pod.uid(), vendor, port, pod.status(), read);
    }
}
