package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tessera.model.NodeSummary;
import tessera.model.ProblemException;
import tessera.text.OptionalText;

/** Reads the images from a rendered chart: those of its pods, and those that its policy names. */
final class HelmChartContainerImageReader {

    private static final Set<String> POLICIES = Set.of("ClusterPolicy", "NVIDIADriver", "DeviceConfig");
    private static final String SYSTEM = "feature.node.kubernetes.io/system-os_release.";
    private static final Set<String> BY_MAJOR = Set.of("rhel", "rocky");
    private static final String UNTOLD = "OS";

    private final Set<String> imageNames = new TreeSet<>();
    private final String version;
    private final Collection<NodeSummary> gpus;

    private HelmChartContainerImageReader(String version, Collection<NodeSummary> gpus) {
        this.version = version;
        this.gpus = gpus;
    }

    /**
     * Returns all images.
     *
     * @param manifest with what is only made on the way
     * @param version  of the chart, which is that of what says none
     * @param gpus     nodes with GPUs: images of the driver are made for their systems
     */
    static List<String> imagesOf(String manifest, String version, Collection<NodeSummary> gpus)
            throws ProblemException {
        var images = new HelmChartContainerImageReader(version, gpus);
        for (var object : HelmPermissionRequirementFinder.parseObjects(manifest)) {
            if (POLICIES.contains(object.path("kind").asText())) {
                images.collectPolicyImages(object.path("spec"), "");
            } else {
                images.collectImages(object);
            }
        }
        return List.copyOf(images.imageNames);
    }

    /** Collects the images of containers in any pod template, and those in environment variables. */
    private void collectImages(JsonNode tree) {
        for (var list : List.of("containers", "initContainers")) {
            for (var container : tree.path(list)) {
                addImage(container.path("image").asText(""));
                for (var variable : container.path("env")) {
                    if (variable.path("name").asText("").endsWith("IMAGE")
                            && variable.path("value").asText("").contains("/")) {
                        addImage(variable.path("value").asText());
                    }
                }
            }
        }
        tree.forEach(this::collectImages);
    }

    private void addImage(String image) {
        if (!image.isEmpty()) {
            imageNames.add(image);
        }
    }

    /** Collects the images that a policy names, without those of disabled components. */
    private void collectPolicyImages(JsonNode section, String name) {
        if (!section.isObject() || !section.path("enabled").asBoolean(true)) {
            return;
        }
        var repository = section.path("repository").asText("");
        var image = section.path("image").asText("");
        if (!image.isEmpty()) {
            var path = OptionalText.suffixed(repository, "/") + image;
            var told = section.path("version").asText("");
            if (name.equals("driver")) {
                driverTags(section, told).forEach(tag -> imageNames.add(path + ":" + tag));
            } else {
                imageNames.add(imageReference(image, told, path));
            }
        }
        section.properties().forEach(entry -> collectPolicyImages(entry.getValue(), entry.getKey()));
    }

    private String imageReference(String image, String told, String path) {
        if (image.contains("/") && told.isEmpty()) {
            return path;
        }
        if (told.startsWith("sha256:")) {
            return path + "@" + told;
        }
        return path + ":" + OptionalText.orElse(told, version);
    }

    /** Returns the driver image tags by operating system, and by kernel if drivers are precompiled. */
    private Set<String> driverTags(JsonNode driver, String told) {
        boolean compiled = driver.path("usePrecompiled").asBoolean();
        var tags = gpus.stream()
                .map(node -> told + (compiled ? "-" + node.system().kernel() : "") + "-" + systemTag(node))
                .collect(Collectors.toCollection(TreeSet::new));
        return tags.isEmpty() ? Set.of(told + "-" + UNTOLD) : tags;
    }

    private static String systemTag(NodeSummary node) {
        var name = node.label(SYSTEM + "ID");
        var number = node.label(SYSTEM + "VERSION_ID");
        if (name.isEmpty() || number.isEmpty()) {
            var ubuntu = node.system().os().replaceFirst("^Ubuntu (\\d+\\.\\d+).*", "ubuntu$1");
            return ubuntu.startsWith("ubuntu") ? ubuntu : UNTOLD;
        }
        int dot = number.indexOf('.');
        return name + (BY_MAJOR.contains(name) && dot > 0 ? number.substring(0, dot) : number);
    }
}
