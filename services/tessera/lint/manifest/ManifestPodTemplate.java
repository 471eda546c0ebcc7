package tessera.lint.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestValue;

/**
 * A pod template at any place of an object.
 *
 * @param holder what has {@code metadata} and {@code spec}
 * @param spec   of the pod
 * @param path   keys from the object to the specification
 * @param complete  whether a pod follows from it alone; else a controller adds to it, and what is missing says nothing
 */
public record ManifestPodTemplate(ManifestKubernetesObject object, ManifestValue holder, ManifestValue spec,
        List<String> path,
        boolean complete) {

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
                .map(item -> new PodTemplateContainer(item, containerRole))
                .toList();
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
