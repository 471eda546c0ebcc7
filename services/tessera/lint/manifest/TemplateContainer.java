package tessera.lint.manifest;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.source.ManifestValue;

/** A container of a template, as it is written. */
public record TemplateContainer(ManifestValue value, Role role) {

    /** When a container runs. */
    public enum Role {
        MAIN,
        INIT,
        EPHEMERAL
    }

    public String name() {
        return value.at("name").text();
    }

    /** As a sentence begins that is about it; not every kind has names for its containers. */
    public String called() {
        return name().isEmpty() ? "The container" : "“" + name() + "”";
    }

    public String image() {
        return value.at("image").text();
    }

    /** What it asks for; a TrainJob says it of a node. */
    public ManifestValue resources() {
        var usual = value.at("resources");
        return usual.written() ? usual : value.at("resourcesPerNode");
    }

    /** Every resource that it names, in order. */
    public List<ContainerRequest> asked() {
        var names = new LinkedHashSet<String>();
        var requests = resources().at("requests");
        var limits = resources().at("limits");
        Stream.of(requests, limits).flatMap(map -> map.entries().stream()).forEach(entry -> names.add(entry.name()));
        return names.stream().map(name -> new ContainerRequest(name, requests.at(name), limits.at(name))).toList();
    }

    /** Its variables of a name; more than one is a mistake, and possible. */
    public List<ManifestValue> variables(String name) {
        return value.at("env").items().stream().filter(item -> item.at("name").text().equals(name)).toList();
    }

    /** All that it runs, in one line. */
    public String words() {
        var words = new ArrayList<>(value.at("command").texts());
        words.addAll(value.at("args").texts());
        return words.stream().collect(Collectors.joining(" "));
    }

    /** Whether something is mounted there. */
    public boolean mounts(String path) {
        return value.at("volumeMounts").items().stream().anyMatch(mount -> mount.at("mountPath").text()
                .replaceFirst("/$", "").equals(path));
    }
}
