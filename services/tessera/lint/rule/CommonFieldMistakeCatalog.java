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

/** Common mistakes in names, with the names that were meant. Data: {@code facts.json}. */
public final class CommonFieldMistakeCatalog {

    private final Map<String, List<NameMistake>> mistakes;
    private final List<OutdatedApiVersion> apis;
    private final Map<String, String> kinds;
    private final Map<String, Set<String>> served;
    private final List<DeviceClassResourcePair> devices;

    /**
     * A kind of device that both claims and device plugins provide.
     *
     * @param deviceClass the class or driver of claims
     * @param resource    the extended resources of its device plugin
     */
    record DeviceClassResourcePair(Pattern deviceClass, Pattern resource) {}

    /**
     * A common mistake, with its correction.
     *
     * @param right  what is meant, with {@code $1} for a group of the pattern; empty when it is not one thing
     * @param reason one sentence without a full stop
     */
    record NameMistake(Pattern wrong, String right, String reason) {

        /** Returns the reason, told of a name. */
        LintFieldReason about(String name) {
            return new LintFieldReason.CommonMistake(name, reason);
        }

        /** Returns the reason, told of a text that is quoted. */
        LintFieldReason quoting(String text) {
            return new LintFieldReason.QuotedMistake(text, reason);
        }

        /** Returns the reason by itself. */
        LintFieldReason fact() {
            return new LintFieldReason.KnownFact(reason);
        }

        /** Returns the correction of a written name. */
        Optional<String> correctionOf(String written) {
            if (right.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(wrong.matcher(written).replaceFirst(right));
        }
    }

    /**
     * A removed or deprecated API version.
     *
     * @param kind   empty for all of the version
     * @param replacement  the version that is served; empty where there is none
     * @param same   whether objects are written the same in both
     * @param legacy whether it is still there
     */
    record OutdatedApiVersion(String version, String kind, String replacement, boolean same, boolean legacy,
            String reason) {}

    private CommonFieldMistakeCatalog(Map<String, List<NameMistake>> mistakes, List<OutdatedApiVersion> apis,
            Map<String, String> kinds, Map<String, Set<String>> served, List<DeviceClassResourcePair> devices) {
        this.mistakes = mistakes;
        this.apis = apis;
        this.kinds = kinds;
        this.served = served;
        this.devices = devices;
    }

    /** Returns the facts that ship with the product. */
    public static CommonFieldMistakeCatalog bundled() {
        try (var file = Objects.requireNonNull(CommonFieldMistakeCatalog.class.getResourceAsStream("facts.json"))) {
            var tree = new JsonMapper().readTree(file);
            var mistakes = tree.path("mistakes").propertyStream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> readMistakes(entry.getValue())));
            var apis = new ArrayList<OutdatedApiVersion>();
            tree.path("apis")
                    .forEach(api -> apis.add(new OutdatedApiVersion(api.path("version").asText(),
                            api.path("kind").asText(""), api.path("right").asText(""), api.path("same").asBoolean(),
                            api.path("legacy").asBoolean(), api.path("reason").asText())));
            var kinds = tree.path("kinds").propertyStream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().asText()));
            var served = tree.path("served").propertyStream().collect(
                    Collectors.toMap(Map.Entry::getKey, entry -> Set.of(entry.getValue().asText().split(" "))));
            var devices = new ArrayList<DeviceClassResourcePair>();
            tree.path("deviceClasses").forEach(
                    element -> devices.add(new DeviceClassResourcePair(Pattern.compile(element.path("class").asText()),
                            Pattern.compile(element.path("resources").asText()))));
            return new CommonFieldMistakeCatalog(Map.copyOf(mistakes), List.copyOf(apis), Map.copyOf(kinds),
                    Map.copyOf(served), List.copyOf(devices));
        } catch (IOException e) {
            throw new UncheckedIOException("damaged facts.json", e);
        }
    }

    private static List<NameMistake> readMistakes(JsonNode list) {
        var mistakes = new ArrayList<NameMistake>();
        list.forEach(element -> mistakes.add(new NameMistake(Pattern.compile(element.path("wrong").asText()),
                element.path("right").asText(""), element.path("reason").asText())));
        return List.copyOf(mistakes);
    }

    /** Returns the known mistake in a written name; empty if there is none. */
    Optional<NameMistake> findMistake(String list, String written) {
        return Objects.requireNonNull(mistakes.get(list), list).stream()
                .filter(nameMistake -> nameMistake.wrong().matcher(written).matches()).findFirst();
    }

    /** Returns all mistakes of a list. */
    List<NameMistake> mistakesOf(String list) {
        return Objects.requireNonNull(mistakes.get(list), list);
    }

    /** Returns the kinds of device that both claims and device plugins provide. */
    List<DeviceClassResourcePair> deviceKinds() {
        return devices;
    }

    /** Returns the versions of the usual kinds. */
    Map<String, String> kindVersions() {
        return kinds;
    }

    /** Returns the kinds of a version; empty for a version that is not in the table. */
    Optional<Set<String>> servedKinds(String version) {
        return Optional.ofNullable(served.get(version));
    }

    /** Returns all kinds with a known version. */
    Set<String> knownKinds() {
        return served.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    /** Returns the usual version of a kind; empty for a kind that is not known, or is of several groups. */
    Optional<String> versionOf(String kind) {
        var versions = served.keySet().stream().filter(version -> servedKinds(version).orElseThrow().contains(kind))
                .toList();
        return Optional.ofNullable(kinds.get(kind))
                .or(() -> versions.size() == 1 ? Optional.of(versions.getFirst()) : Optional.empty());
    }

    Optional<OutdatedApiVersion> findApi(String version, String kind) {
        return apis.stream().filter(outdatedApiVersion -> outdatedApiVersion.version().equals(version)
                && (outdatedApiVersion.kind().isEmpty() || outdatedApiVersion.kind().equals(kind))).findFirst();
    }
}
