package tessera.lint.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestValue;

/**
 * What pods are made of, wherever in an object it stands.
 *
 * @param holder what has {@code metadata} and {@code spec}
 * @param spec   of the pod
 * @param path   keys from the object to the specification
 * @param whole  whether a pod follows from it alone; else a controller adds to it, and what is missing says nothing
 */
public record PodTemplate(KubeObject object, ManifestValue holder, ManifestValue spec, List<String> path,
        boolean whole) {

    public PodTemplate {
        path = List.copyOf(path);
    }

    public List<TemplateContainer> containers() {
        if (!whole) {
            return List.of(new TemplateContainer(spec, Role.MAIN));
        }
        return containers("containers", Role.MAIN);
    }

    private List<TemplateContainer> containers(String key, Role role) {
        return spec.at(key).items().stream().filter(ManifestValue::isMap).map(item -> new TemplateContainer(item, role))
                .toList();
    }

    public List<TemplateContainer> initContainers() {
        return whole ? containers("initContainers", Role.INIT) : List.of();
    }

    /** Of all roles. */
    public List<TemplateContainer> allContainers() {
        var all = new ArrayList<>(initContainers());
        all.addAll(containers());
        if (whole) {
            all.addAll(containers("ephemeralContainers", Role.EPHEMERAL));
        }
        return all;
    }

    /** How many of each extended resource a pod takes: of init containers the most, of the others all. */
    public Map<String, Long> extended() {
        var sums = new LinkedHashMap<String, Long>();
        asked(containers()).forEach(asked -> sums.merge(asked.resource(), asked.count(), Long::sum));
        asked(initContainers()).forEach(asked -> sums.merge(asked.resource(), asked.count(), Math::max));
        return sums;
    }

    private static Stream<ContainerRequest> asked(List<TemplateContainer> containers) {
        return containers.stream().flatMap(container -> container.asked().stream()).filter(ContainerRequest::extended);
    }

    /** Labels that its pods have. */
    public ManifestValue labels() {
        return holder.at("metadata", "labels");
    }

    /** Whether its pods have all of some labels. */
    public boolean selected(ManifestValue selector) {
        return selector.entries().stream()
                .allMatch(label -> labels().at(label.name()).text().equals(label.value().text()));
    }

    /** Whether a key is on the way to it, such as {@code Master}. */
    public boolean under(String key) {
        return path.contains(key);
    }
}
