package tessera.lint.manifest;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** A container of a template, as it is written. */
public record PodTemplateContainer(ManifestValue value, ContainerRole role) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodTemplateContainer.class);

    /** The role of a container in its pod. */
    public enum ContainerRole {
        MAIN,
        INIT,
        EPHEMERAL
    }

    public String name() {
        return value.at("name").text();
    }

    /** Returns the container as the subject of a sentence; not every kind has names for its containers. */
    public String subjectText() {
        return name().isEmpty() ? MESSAGES.text("container.unnamed") : MESSAGES.text("container.named", name());
    }

    public String image() {
        return value.at("image").text();
    }

    /** Returns its resource requirements; a TrainJob has these per node. */
    public ManifestValue resources() {
        var usual = value.at("resources");
        return usual.isWritten() ? usual : value.at("resourcesPerNode");
    }

    /** Returns its requests for every named resource, in order. */
    public List<ContainerResourceRequest> requests() {
        var names = new LinkedHashSet<String>();
        var requests = resources().at("requests");
        var limits = resources().at("limits");
        Stream.of(requests, limits).flatMap(map -> map.entries().stream()).forEach(entry -> names.add(entry.name()));
        return names.stream().map(name -> new ContainerResourceRequest(name, requests.at(name), limits.at(name)))
                .toList();
    }

    /** Returns its variables of a name; more than one is a mistake, and possible. */
    public List<ManifestValue> variables(String name) {
        return value.at("env").items().stream().filter(item -> item.at("name").text().equals(name)).toList();
    }

    /** Returns its command and arguments in one line. */
    public String commandText() {
        var texts = new ArrayList<>(value.at("command").texts());
        texts.addAll(value.at("args").texts());
        return texts.stream().collect(Collectors.joining(" "));
    }

    /** Returns whether a volume is mounted at a path. */
    public boolean hasMount(String path) {
        return value.at("volumeMounts").items().stream()
                .anyMatch(mount -> mount.at("mountPath").text().replaceFirst("/$", "").equals(path));
    }
}
