package tessera.lint.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestValue;

/**
 * A pod template at any place of an object.
 *
 * @param holder what has {@code metadata} and {@code spec}
 * @param spec   of the pod
 * @param path   keys from the object to the specification
 * @param complete  whether a pod follows from it alone; else a controller adds to it, and what is missing says nothing
 */
public record PodTemplate(KubeObject object, ManifestValue holder, ManifestValue spec, List<String> path,
        boolean complete) {

    public PodTemplate {
        path = List.copyOf(path);
    }

    public List<TemplateContainer> containers() {
        if (!complete) {
            return List.of(new TemplateContainer(spec, Role.MAIN));
        }
        return containersOf("containers", Role.MAIN);
    }

    private List<TemplateContainer> containersOf(String key, Role role) {
        return spec.at(key).items().stream().filter(ManifestValue::isMap).map(item -> new TemplateContainer(item, role))
                .toList();
    }

    public List<TemplateContainer> initContainers() {
        return complete ? containersOf("initContainers", Role.INIT) : List.of();
    }

    /** Returns the containers of all roles. */
    public List<TemplateContainer> allContainers() {
        var all = new ArrayList<>(initContainers());
        all.addAll(containers());
        if (complete) {
            all.addAll(containersOf("ephemeralContainers", Role.EPHEMERAL));
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

    private static Stream<ContainerRequest> requestsOf(List<TemplateContainer> containers) {
        return containers.stream().flatMap(container -> container.requests().stream())
                .filter(ContainerRequest::isExtended);
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
