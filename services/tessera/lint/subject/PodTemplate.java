package tessera.lint.subject;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tessera.lint.source.Value;
import tessera.lint.subject.Container.Role;

/**
 * What pods are made of, wherever in an object it stands.
 *
 * @param holder what has {@code metadata} and {@code spec}
 * @param spec   of the pod
 * @param path   keys from the object to the specification
 * @param whole  whether a pod follows from it alone; else a controller adds to it, and what is missing says nothing
 */
public record PodTemplate(KubeObject object, Value holder, Value spec, List<String> path, boolean whole) {

    public PodTemplate {
        path = List.copyOf(path);
    }

    public List<Container> containers() {
        if (!whole) {
            return List.of(new Container(spec, Role.MAIN));
        }
        return containers("containers", Role.MAIN);
    }

    private List<Container> containers(String key, Role role) {
        return spec.at(key).items().stream().filter(Value::isMap).map(item -> new Container(item, role)).toList();
    }

    public List<Container> initContainers() {
        return whole ? containers("initContainers", Role.INIT) : List.of();
    }

    /** Of all roles. */
    public List<Container> allContainers() {
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

    private static Stream<Asked> asked(List<Container> containers) {
        return containers.stream().flatMap(container -> container.asked().stream()).filter(Asked::extended);
    }

    /** Labels that its pods have. */
    public Value labels() {
        return holder.at("metadata", "labels");
    }

    /** Whether its pods have all of some labels. */
    public boolean selected(Value selector) {
        return selector.entries().stream()
                .allMatch(label -> labels().at(label.name()).text().equals(label.value().text()));
    }

    /** Whether a key is on the way to it, such as {@code Master}. */
    public boolean under(String key) {
        return path.contains(key);
    }
}
