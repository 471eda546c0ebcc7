package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names that are written and mean nothing, with those that are meant. Data: {@code facts.json}. */
public final class FieldFacts {

    private final Map<String, List<Mistake>> mistakes;
    private final List<Api> apis;
    private final Map<String, String> kinds;
    private final Map<String, Set<String>> served;
    private final List<DeviceKind> devices;

    /**
     * A kind of device that can be had both ways.
     *
     * @param deviceClass the class or driver of claims
     * @param resource    the extended resources of its device plugin
     */
    record DeviceKind(Pattern deviceClass, Pattern resource) {}

    /**
     * Something that is often written by mistake.
     *
     * @param right  what is meant, with {@code $1} for a group of the pattern; empty when it is not one thing
     * @param reason one sentence without a full stop
     */
    record Mistake(Pattern wrong, String right, String reason) {

        /** What is meant by what is written. */
        Optional<String> meant(String written) {
            return right.isEmpty() ? Optional.empty() : Optional.of(wrong.matcher(written).replaceFirst(right));
        }
    }

    /**
     * A version of an API that is no more, or should not be used any more.
     *
     * @param kind   empty for all of the version
     * @param right  the version that is served; empty where there is none
     * @param same   whether objects are written the same in both
     * @param legacy whether it is still there
     */
    record Api(String version, String kind, String right, boolean same, boolean legacy, String reason) {}

    private FieldFacts(Map<String, List<Mistake>> mistakes, List<Api> apis, Map<String, String> kinds,
            Map<String, Set<String>> served, List<DeviceKind> devices) {
        this.mistakes = mistakes;
        this.apis = apis;
        this.kinds = kinds;
        this.served = served;
        this.devices = devices;
    }

    /** Those that ship with the product. */
    public static FieldFacts bundled() {
        try (var file = Objects.requireNonNull(FieldFacts.class.getResourceAsStream("facts.json"))) {
            var tree = new JsonMapper().readTree(file);
            var mistakes = tree.path("mistakes").propertyStream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> mistakes(entry.getValue())));
            var apis = new ArrayList<Api>();
            tree.path("apis").forEach(api -> apis.add(new Api(api.path("version").asText(), api.path("kind").asText(""),
                    api.path("right").asText(""), api.path("same").asBoolean(), api.path("legacy").asBoolean(),
                    api.path("reason").asText())));
            var kinds = tree.path("kinds").propertyStream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().asText()));
            var served = tree.path("served").propertyStream()
                    .collect(
                            Collectors.toMap(Map.Entry::getKey, entry -> Set.of(entry.getValue().asText().split(" "))));
            var devices = new ArrayList<DeviceKind>();
            tree.path("deviceClasses").forEach(each -> devices.add(new DeviceKind(
                    Pattern.compile(each.path("class").asText()), Pattern.compile(each.path("resources").asText()))));
            return new FieldFacts(Map.copyOf(mistakes), List.copyOf(apis), Map.copyOf(kinds), Map.copyOf(served),
                    List.copyOf(devices));
        } catch (IOException e) {
            throw new UncheckedIOException("What the rules for manifests go by is damaged", e);
        }
    }

    private static List<Mistake> mistakes(JsonNode list) {
        var mistakes = new ArrayList<Mistake>();
        list.forEach(each -> mistakes.add(new Mistake(Pattern.compile(each.path("wrong").asText()),
                each.path("right").asText(""), each.path("reason").asText())));
        return List.copyOf(mistakes);
    }

    /** The mistake in what is written; empty when it is none that is known. */
    Optional<Mistake> mistake(String list, String written) {
        return Objects.requireNonNull(mistakes.get(list), list).stream()
                .filter(mistake -> mistake.wrong().matcher(written).matches()).findFirst();
    }

    /** All of a list. */
    List<Mistake> all(String list) {
        return Objects.requireNonNull(mistakes.get(list), list);
    }

    /** Kinds of device that both claims and device plugins give. */
    List<DeviceKind> devices() {
        return devices;
    }

    /** The versions of the usual kinds. */
    Map<String, String> kinds() {
        return kinds;
    }

    /** The kinds of a version; empty for a version that is not in the table. */
    Optional<Set<String>> served(String version) {
        return Optional.ofNullable(served.get(version));
    }

    /** All kinds of which a version is known. */
    Set<String> known() {
        return served.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    /** The version in which a kind is written; empty for a kind that is not known, or is of several groups. */
    Optional<String> version(String kind) {
        var versions = served.keySet().stream().filter(version -> served(version).orElseThrow().contains(kind))
                .toList();
        return Optional.ofNullable(kinds.get(kind))
                .or(() -> versions.size() == 1 ? Optional.of(versions.getFirst()) : Optional.empty());
    }

    Optional<Api> api(String version, String kind) {
        return apis.stream().filter(api -> api.version().equals(version)
                && (api.kind().isEmpty() || api.kind().equals(kind))).findFirst();
    }
}
