package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** The ConfigMaps and Secrets without which a kubelet does not start a pod, or one container of it: it waits for them, and says so. */
record PodVolumeSources(ControlComponent component, ControllerKinds kinds, ScheduledSteps later) {

    private static final Duration RETRY = Duration.ofSeconds(10);

    /** What volumes and variables are taken from: how both name it, and how kubelets speak of it. */
    private enum SourceKind {
        CONFIG_MAP("configmaps", "configMap", "configmap", "configmap references non-existent config key: ",
                "ConfigMap"),
        SECRET("secrets", "secret", "secret", "references non-existent secret key: ", "Secret");

        private final String plural;
        private final String field;
        private final String word;
        private final String lacking;
        private final String name;

        SourceKind(String plural, String field, String word, String lacking, String name) {
            this.plural = plural;
            this.field = field;
            this.word = word;
            this.lacking = lacking;
            this.name = name;
        }
    }

    /** Goes on once all that is mounted is there. */
    void mount(ObjectNode pod, ScheduledSteps.LaterStep next) throws ApiError {
        var mounted = Stream.of("containers", "initContainers")
                .flatMap(list -> pod.path("spec").path(list).valueStream())
                .flatMap(container -> container.path("volumeMounts").valueStream())
                .map(mount -> mount.path("name").asText()).collect(Collectors.toSet());
        for (var volume : pod.path("spec").path("volumes")) {
            var name = volume.path("name").asText();
            var lack = mounted.contains(name) ? unmountable(pod, volume) : Optional.<String>empty();
            if (lack.isPresent()) {
                tell(pod, EventNote.warning("FailedMount", "MountVolume.SetUp failed for volume \"%s\" : %s"
                        .formatted(name, lack.get())));
                later.after(RETRY, StoreJson.text(pod, "metadata", "uid"), there -> mount(there, next));
                return;
            }
        }
        next.take(pod);
    }

    private Optional<String> unmountable(JsonNode pod, JsonNode volume) {
        return Stream.concat(Stream.of(volume), volume.path("projected").path("sources").valueStream())
                .flatMap(source -> Stream.of(SourceKind.values()).flatMap(kind -> source.path(kind.field).isObject()
                        ? unmountable(pod, kind, source.path(kind.field)).stream()
                        : Stream.empty()))
                .findFirst();
    }

    private Optional<String> unmountable(JsonNode pod, SourceKind kind, JsonNode source) {
        var name = source.path(source.has("secretName") ? "secretName" : "name").asText();
        return lack(pod, kind, source, name, object -> source.path("items").valueStream()
                .map(item -> item.path("key").asText()).filter(key -> !has(object, key)).findFirst()
                .map(key -> kind.lacking + key));
    }

    /** Goes on once all that the variables of one of its containers are taken from is there. */
    void configure(ObjectNode pod, JsonNode container, ScheduledSteps.LaterStep next) throws ApiError {
        var lack = unset(pod, container);
        if (lack.isEmpty()) {
            next.take(pod);
            return;
        }
        var name = container.path("name").asText();
        tell(pod, EventNote.warning("Failed", "Error: " + lack.get()));
        component.editStatus(kinds.pods(), pod, status -> ContainerStatuses.unconfigured(status, name, lack.get()));
        later.after(RETRY, StoreJson.text(pod, "metadata", "uid"), there -> configure(there, container, next));
    }

    /** Those of its containers that cannot begin yet, by their names. */
    Set<String> unconfigured(JsonNode pod) {
        return pod.path("spec").path("containers").valueStream().filter(each -> unset(pod, each).isPresent())
                .map(each -> each.path("name").asText()).collect(Collectors.toSet());
    }

    private Optional<String> unset(JsonNode pod, JsonNode container) {
        BiFunction<JsonNode, String, Stream<String>> ask = (from, end) -> Stream.of(SourceKind.values())
                .filter(kind -> from.path(kind.field + end).isObject())
                .flatMap(kind -> unset(pod, kind, from.path(kind.field + end)).stream());
        return Stream.concat(container.path("envFrom").valueStream().flatMap(from -> ask.apply(from, "Ref")),
                container.path("env").valueStream().flatMap(each -> ask.apply(each.path("valueFrom"), "KeyRef")))
                .findFirst();
    }

    private Optional<String> unset(JsonNode pod, SourceKind kind, JsonNode reference) {
        var name = reference.path("name").asText();
        var key = reference.path("key").asText();
        return lack(pod, kind, reference, name, object -> key.isEmpty() || has(object, key) ? Optional.empty()
                : Optional.of("couldn't find key %s in %s %s/%s".formatted(key, kind.name, namespace(pod), name)));
    }

    private interface SourceLookup {
        Optional<String> at(JsonNode object);
    }

    private Optional<String> lack(JsonNode pod, SourceKind kind, JsonNode reference, String name, SourceLookup within) {
        if (reference.path("optional").asBoolean()) {
            return Optional.empty();
        }
        var type = component.objects().catalog().get(kind.plural);
        var object = component.find(type, namespace(pod), name);
        return object == null ? Optional.of("%s \"%s\" not found".formatted(kind.word, name)) : within.at(object);
    }

    private static boolean has(JsonNode object, String key) {
        return object.path("data").has(key) || object.path("binaryData").has(key);
    }

    private static String namespace(JsonNode pod) {
        return StoreJson.text(pod, "metadata", "namespace");
    }

    private void tell(ObjectNode pod, EventNote note) {
        component.tell(kinds.pods(), pod, note.on(StoreJson.text(pod, "spec", "nodeName")));
    }
}
