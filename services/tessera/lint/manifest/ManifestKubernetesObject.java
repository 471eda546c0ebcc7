package tessera.lint.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestValue;
import tessera.model.ObjectRef;
import tessera.text.OptionalText;

/** An object as it is written, be it alone, among other documents or in a list. */
public record ManifestKubernetesObject(ManifestValue root, List<ManifestPodTemplate> templates) {

    private static final int DEEPEST = 24;
    private static final String CONTAINERS = "containers";
    /** What a TrainJob says of its pods in these is but what it has otherwise than its runtime. */
    private static final Set<String> PATCHES = Set.of("runtimePatches", "podTemplateOverrides", "podSpecOverrides");

    public ManifestKubernetesObject {
        templates = List.copyOf(templates);
    }

    /** Reads an object and finds its pod templates. */
    static ManifestKubernetesObject of(ManifestValue root) {
        var templates = new ArrayList<ManifestPodTemplate>();
        var object = new ManifestKubernetesObject(root, List.of());
        object.findTemplates(root, root, List.of(), templates);
        object.addPartialTemplates(templates);
        return new ManifestKubernetesObject(root, templates);
    }

    private void findTemplates(ManifestValue value, ManifestValue holder, List<String> path,
            List<ManifestPodTemplate> found) {
        if (path.size() > DEEPEST) {
            return;
        }
        boolean pods = value.at(CONTAINERS).items().stream().anyMatch(item -> item.isMap()
                && (item.at("image").isPresent() || item.at("resources").isPresent() || item.at("name").isPresent()));
        if (pods) {
            found.add(new ManifestPodTemplate(this, holder, value, path, path.stream().noneMatch(PATCHES::contains)));
            return;
        }
        for (var entry : value.entries()) {
            findTemplates(entry.value(), value, appendKey(path, entry.name()), found);
        }
        var items = value.items();
        for (int at = 0; at < items.size(); at++) {
            findTemplates(items.get(at), value, appendKey(path, Integer.toString(at)), found);
        }
    }

    /** Adds templates of kinds whose controller owns the template, so that the object has only parts of it. */
    private void addPartialTemplates(List<ManifestPodTemplate> found) {
        for (var path : List.of(List.of("spec", "trainer"), List.of("spec", "predictor", "model"))) {
            var value = root.at(path.toArray(String[]::new));
            if (value.isMap() && found.stream().noneMatch(ManifestPodTemplate::complete)) {
                found.add(new ManifestPodTemplate(this, root, value, path, false));
            }
        }
    }

    private static List<String> appendKey(List<String> path, String key) {
        var longer = new ArrayList<>(path);
        longer.add(key);
        return longer;
    }

    public ManifestValue at(String... keys) {
        return root.at(keys);
    }

    public String apiVersion() {
        return root.at("apiVersion").text();
    }

    public String kind() {
        return root.at("kind").text();
    }

    public String name() {
        var name = root.at("metadata", "name").text();
        return OptionalText.orElse(name, root.at("metadata", "generateName").text());
    }

    /** Returns the namespace; empty if it is left to the creator. */
    public String namespace() {
        return root.at("metadata", "namespace").text();
    }

    /** Returns whether it was read from a server, which has filled in what nobody wrote. */
    public boolean isLive() {
        return root.at("metadata", "uid").isPresent();
    }

    /** Returns its API group; empty for the core. */
    public String group() {
        return ObjectRef.group(apiVersion());
    }

    /** Returns whether it is of a kind in any version. */
    public boolean isKind(String group, String kind) {
        return kind().equals(kind) && group().equals(group);
    }

    /** Returns for example {@code Deployment/llm}. */
    public String objectName() {
        return kind() + OptionalText.prefixed("/", name());
    }

    /**
     * A pod template at any place of an object.
     *
     * @param holder what has {@code metadata} and {@code spec}
     * @param spec   of the pod
     * @param path   keys from the object to the specification
     * @param complete  whether a pod follows from it alone; else a controller adds to it, and what is missing says nothing
     */
    public record ManifestPodTemplate(ManifestKubernetesObject object, ManifestValue holder, ManifestValue spec,
            List<String> path, boolean complete) {

        public ManifestPodTemplate {
            path = List.copyOf(path);
        }

        public List<PodTemplateContainer> containers() {
            if (!complete) {
                return List.of(new PodTemplateContainer(spec, ContainerRole.MAIN));
            }
            return containersOf("containers", ContainerRole.MAIN);
        }

        private List<PodTemplateContainer> containersOf(String key, ContainerRole containerRole) {
            return spec.at(key).items().stream().filter(ManifestValue::isMap)
                    .map(item -> new PodTemplateContainer(item, containerRole)).toList();
        }

        public List<PodTemplateContainer> initContainers() {
            if (complete) {
                return containersOf("initContainers", ContainerRole.INIT);
            }
            return List.of();
        }

        /** Returns the containers of all roles. */
        public List<PodTemplateContainer> allContainers() {
            var all = new ArrayList<>(initContainers());
            all.addAll(containers());
            if (complete) {
                all.addAll(containersOf("ephemeralContainers", ContainerRole.EPHEMERAL));
            }
            return all;
        }

        /** Returns the requests of a pod for extended resources: the maximum of init containers, the sum of the others. */
        public Map<String, Long> extendedRequests() {
            var sums = new LinkedHashMap<String, Long>();
            requestsOf(containers()).forEach(request -> sums.merge(request.resource(), request.count(), Long::sum));
            requestsOf(initContainers()).forEach(request -> sums.merge(request.resource(), request.count(), Math::max));
            return sums;
        }

        private static Stream<ContainerResourceRequest> requestsOf(List<PodTemplateContainer> containers) {
            return containers.stream().flatMap(container -> container.requests().stream())
                    .filter(ContainerResourceRequest::isExtended);
        }

        /** Returns the labels of its pods. */
        public ManifestValue labels() {
            return holder.at("metadata", "labels");
        }

        /** Returns whether its pods have all labels of a selector. */
        public boolean matchesSelector(ManifestValue selector) {
            return selector.entries().stream()
                    .allMatch(label -> labels().at(label.name()).text().equals(label.value().text()));
        }

        /** Returns whether its path contains a key, such as {@code Master}. */
        public boolean isUnder(String key) {
            return path.contains(key);
        }
    }
}
