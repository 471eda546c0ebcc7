package tessera.insight.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.Condition;
import tessera.model.NodeFacts;
import tessera.model.Taint;

/** Who closes nodes, by the signs that they leave there. Data: {@code cordon-owners.json}. */
public final class CordonOwners {

    private static final int LONGEST = 160;
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final List<CordonOwnerEntry> owners;

    /**
     * @param unless  signs of somebody else, who closed the node before
     * @param before  a sentence: what opens the node again where somebody else had closed it; empty where the entry then
     *                tells nothing
     * @param reasons keys of labels, annotations and conditions that tell why
     * @param because why, where none of them does
     */
    private record CordonOwnerEntry(String name, List<CordonSign> signs, List<CordonSign> unless, String before,
            List<Pattern> reasons,
            String because, String reopens) {}

    /** Where a sign stands. */
    private enum SignPlace {
        LABEL,
        ANNOTATION,
        TAINT,
        CONDITION
    }

    private record CordonSign(SignPlace place, Pattern key, Pattern value) {

        boolean matches(String name, String text) {
            return key.matcher(name).matches() && value.matcher(text).matches();
        }

        /** Returns the sign as it stands on the node. */
        Optional<String> on(NodeFacts node) {
            return switch (place) {
                case LABEL -> in(node.labels()).map(found -> "label " + found);
                case ANNOTATION -> in(node.annotations()).map(found -> "annotation " + found);
                case TAINT -> node.taints().stream().filter(taint -> matches(taint.key(), taint.value())).findFirst()
                        .map(taint -> "taint " + taint);
                case CONDITION -> node.conditions().stream()
                        .filter(condition -> matches(condition.type(), condition.status())).findFirst()
                        .map(condition -> "condition " + condition.type());
            };
        }

        private Optional<String> in(Map<String, String> texts) {
            return texts.entrySet().stream().filter(each -> matches(each.getKey(), each.getValue())).sorted(
                    Map.Entry.comparingByKey()).findFirst()
                    .map(each -> each.getKey()
                            + (each.getValue().length() > LONGEST ? "" : "=" + shortened(each.getValue())));
        }
    }

    private CordonOwners(JsonNode tree) {
        var entries = new ArrayList<CordonOwnerEntry>();
        for (var each : tree.path("owners")) {
            var reasons = new ArrayList<Pattern>();
            each.path("reasons").forEach(key -> reasons.add(pattern(key.asText())));
            entries.add(new CordonOwnerEntry(each.path("name").asText(), signs(each.path("signs")),
                    signs(each.path("unless")),
                    each.path("before").asText(), reasons, each.path("because").asText(),
                    each.path("reopens").asText()));
        }
        owners = List.copyOf(entries);
    }

    private static List<CordonSign> signs(JsonNode list) {
        var signs = new ArrayList<CordonSign>();
        for (var each : list) {
            for (var place : SignPlace.values()) {
                var key = each.path(place.name().toLowerCase(Locale.ROOT)).asText();
                if (!key.isEmpty()) {
                    signs.add(new CordonSign(place, pattern(key), pattern(each.path("value").asText(".*"))));
                }
            }
        }
        return List.copyOf(signs);
    }

    /** Notes that people leave may have several lines. */
    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.DOTALL);
    }

    /** The list that ships with the product. */
    public static CordonOwners standard() {
        return ShippedOwners.OWNERS;
    }

    /** Read when somebody first wants it. */
    private static final class ShippedOwners {

        private static final CordonOwners OWNERS = read();

        private static CordonOwners read() {
            try (var file = Objects
                    .requireNonNull(CordonOwners.class.getResourceAsStream("cordon-owners.json"))) {
                return new CordonOwners(new JsonMapper().readTree(file));
            } catch (IOException e) {
                throw new UncheckedIOException("The list of who cordons nodes is damaged", e);
            }
        }
    }

    /** Returns who closed a node and means to keep it so; empty for an open node, and where nothing tells. */
    public Optional<CordonOwner> of(NodeFacts node) {
        return all(node).stream().findFirst();
    }

    /** Returns all who closed a node by a cordon or a taint, the one who tells most first. */
    public List<CordonOwner> all(NodeFacts node) {
        if (!node.unschedulable()) {
            return distinct(closing(node));
        }
        return distinct(Stream.concat(owners.stream().filter(entry -> !preceded(entry, node)).flatMap(
                entry -> owner(entry, node)),
                owners.stream().filter(entry -> preceded(entry, node)).flatMap(
                        entry -> follower(entry, node))));
    }

    /** Returns whether a node takes no new pods: it is cordoned, or a controller's taint keeps them away. */
    public boolean closed(NodeFacts node) {
        return node.unschedulable() || closing(node).findAny().isPresent();
    }

    private Stream<CordonOwner> closing(NodeFacts node) {
        return node.taints().stream().filter(Taint::repels).flatMap(taint -> of(taint).stream());
    }

    private static List<CordonOwner> distinct(Stream<CordonOwner> owners) {
        var told = new HashSet<String>();
        return owners.filter(owner -> !told.contains(owner.sign()) && told.add(owner.name()) && told.add(owner.sign()))
                .toList();
    }

    /** Returns who set a taint that protects a node or its pods; empty for any other taint. */
    public Optional<CordonOwner> of(Taint taint) {
        return owners.stream().flatMap(entry -> entry.signs().stream()
                .filter(sign -> sign.place() == SignPlace.TAINT && sign.matches(taint.key(), taint.value()))
                .map(_ -> new CordonOwner(entry.name(), entry.because(), entry.reopens(), "taint " + taint)))
                .findFirst();
    }

    private static boolean preceded(CordonOwnerEntry entry, NodeFacts node) {
        return entry.unless().stream().anyMatch(sign -> sign.on(node).isPresent());
    }

    private static Stream<CordonOwner> owner(CordonOwnerEntry entry, NodeFacts node) {
        return entry.signs().stream().flatMap(sign -> sign.on(node).stream()).limit(1)
                .map(sign -> new CordonOwner(entry.name(), reason(entry, node), entry.reopens(), sign));
    }

    /** A controller that found the node cordoned: it works there all the same, and leaves the cordon to whoever made it. */
    private static Stream<CordonOwner> follower(CordonOwnerEntry entry, NodeFacts node) {
        return entry.before().isEmpty() ? Stream.empty()
                : owner(entry, node).map(owner -> new CordonOwner("someone before " + owner.name(), owner.reason(),
                        entry.before(), owner.sign()));
    }

    private static String reason(CordonOwnerEntry entry, NodeFacts node) {
        return entry.reasons().stream().flatMap(key -> told(key, node)).filter(text -> !text.isBlank()).findFirst()
                .orElse(entry.because());
    }

    private static Stream<String> told(Pattern key, NodeFacts node) {
        var texts = Stream.concat(node.labels().entrySet().stream(), node.annotations().entrySet().stream())
                .filter(each -> key.matcher(each.getKey()).matches())
                .map(each -> HealthEvents.cause(each.getValue()).orElse(each.getValue()));
        var conditions = node.conditions().stream().filter(Condition::isTrue)
                .filter(each -> key.matcher(each.type()).matches()).map(each -> each.type());
        return Stream.concat(texts, conditions).map(CordonOwners::shortened);
    }

    private static String shortened(String note) {
        var text = SPACE.matcher(note.strip()).replaceAll(" ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }
}
