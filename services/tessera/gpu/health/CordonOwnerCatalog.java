package tessera.gpu.health;

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
import tessera.kube.scheduling.Taint;
import tessera.model.NodeSummary;
import tessera.model.StatusCondition;
import tessera.text.MessageCatalog;

/** Controllers, services and people that close nodes, recognized by the marks that they leave there. Data: {@code cordon-owners.json}. */
public final class CordonOwnerCatalog {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CordonOwnerCatalog.class);
    private static final int LONGEST = 160;
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final List<CordonOwnerEntry> owners;

    /**
     * A known owner of cordons, with the marks that it leaves on nodes.
     *
     * @param id          the start of the keys of its texts
     * @param productName empty where a text names it
     * @param unless      marks of another owner, who cordoned the node before
     * @param follows     whether it is reported on a node that another owner cordoned before
     * @param reasons     keys of labels, annotations and conditions that give the reason
     * @param hasReason   whether there is a reason where none of them gives one
     */
    private record CordonOwnerEntry(String id, String productName, List<CordonMarkerPattern> markers,
            List<CordonMarkerPattern> unless, boolean follows, List<Pattern> reasons, boolean hasReason) {

        String name() {
            return productName.isEmpty() ? MESSAGES.text(id + ".name") : productName;
        }

        String because() {
            return hasReason ? MESSAGES.text(id + ".because") : "";
        }

        String reopens() {
            return MESSAGES.text(id + ".reopens");
        }

        String before() {
            return MESSAGES.text(id + ".before");
        }
    }

    /** The place of a sign on a node object. */
    private enum CordonMarkerField {
        LABEL,
        ANNOTATION,
        TAINT,
        CONDITION
    }

    private record CordonMarkerPattern(CordonMarkerField location, Pattern key, Pattern value) {

        boolean matches(String name, String text) {
            return key.matcher(name).matches() && value.matcher(text).matches();
        }

        /** Returns the sign as it stands on the node. */
        Optional<String> findOn(NodeSummary node) {
            return findMarker(node).map(found -> MESSAGES.text("owner.marker", location, found));
        }

        private Optional<String> findMarker(NodeSummary node) {
            return switch (location) {
                case LABEL -> findIn(node.labels());
                case ANNOTATION -> findIn(node.annotations());
                case TAINT -> node.taints().stream().filter(taint -> matches(taint.key(), taint.value())).findFirst()
                        .map(Taint::toString);
                case CONDITION -> node.conditions().stream()
                        .filter(statusCondition -> matches(statusCondition.type(), statusCondition.status()))
                        .findFirst().map(StatusCondition::type);
            };
        }

        private Optional<String> findIn(Map<String, String> texts) {
            return texts.entrySet().stream().filter(each -> matches(each.getKey(), each.getValue()))
                    .sorted(Map.Entry.comparingByKey()).findFirst().map(each -> each.getKey()
                            + (each.getValue().length() > LONGEST ? "" : "=" + shortenedNote(each.getValue())));
        }
    }

    private CordonOwnerCatalog(JsonNode tree) {
        var entries = new ArrayList<CordonOwnerEntry>();
        for (var element : tree.path("owners")) {
            var reasons = new ArrayList<Pattern>();
            element.path("reasons").forEach(key -> reasons.add(dotAllPattern(key.asText())));
            entries.add(new CordonOwnerEntry(element.path("id").asText(), element.path("name").asText(),
                    readSigns(element.path("signs")), readSigns(element.path("unless")),
                    element.path("before").asBoolean(), reasons, element.path("because").asBoolean()));
        }
        owners = List.copyOf(entries);
    }

    private static List<CordonMarkerPattern> readSigns(JsonNode list) {
        var signs = new ArrayList<CordonMarkerPattern>();
        for (var element : list) {
            for (var location : CordonMarkerField.values()) {
                var key = element.path(location.name().toLowerCase(Locale.ROOT)).asText();
                if (!key.isEmpty()) {
                    signs.add(new CordonMarkerPattern(location, dotAllPattern(key),
                            dotAllPattern(element.path("value").asText(".*"))));
                }
            }
        }
        return List.copyOf(signs);
    }

    /** Compiles a pattern that also matches notes of several lines. */
    private static Pattern dotAllPattern(String text) {
        return Pattern.compile(text, Pattern.DOTALL);
    }

    /** Returns the list that ships with the product. */
    public static CordonOwnerCatalog standard() {
        return ShippedCordonOwnerHolder.OWNERS;
    }

    /** The list that ships with the product, read at first use. */
    private static final class ShippedCordonOwnerHolder {

        private static final CordonOwnerCatalog OWNERS = read();

        private static CordonOwnerCatalog read() {
            try (var file = Objects
                    .requireNonNull(CordonOwnerCatalog.class.getResourceAsStream("cordon-owners.json"))) {
                return new CordonOwnerCatalog(new JsonMapper().readTree(file));
            } catch (IOException e) {
                throw new UncheckedIOException("Unreadable cordon-owners.json", e);
            }
        }
    }

    /** Returns the owner who closed a node and means to keep it so; empty for an open node or if nothing tells. */
    public Optional<CordonOwner> findOwner(NodeSummary node) {
        return ownersOf(node).stream().findFirst();
    }

    /** Returns all owners who closed a node by a cordon or a taint, the best documented first. */
    public List<CordonOwner> ownersOf(NodeSummary node) {
        if (!node.unschedulable()) {
            return distinctOwners(taintOwners(node));
        }
        return distinctOwners(Stream.concat(
                owners.stream().filter(entry -> !isPreceded(entry, node)).flatMap(entry -> ownerOf(entry, node)),
                owners.stream().filter(entry -> isPreceded(entry, node)).flatMap(entry -> followerOf(entry, node))));
    }

    /** Returns whether a node takes no new pods: it is cordoned, or a controller's taint keeps them away. */
    public boolean isClosed(NodeSummary node) {
        return node.unschedulable() || taintOwners(node).findAny().isPresent();
    }

    private Stream<CordonOwner> taintOwners(NodeSummary node) {
        return node.taints().stream().filter(Taint::repels).flatMap(taint -> findOwner(taint).stream());
    }

    private static List<CordonOwner> distinctOwners(Stream<CordonOwner> owners) {
        var told = new HashSet<String>();
        return owners
                .filter(owner -> !told.contains(owner.marker()) && told.add(owner.name()) && told.add(owner.marker()))
                .toList();
    }

    /** Returns the owner of a taint that protects a node or its pods; empty for any other taint. */
    public Optional<CordonOwner> findOwner(Taint taint) {
        return owners.stream()
                .flatMap(entry -> entry.markers().stream().filter(
                        sign -> sign.location() == CordonMarkerField.TAINT && sign.matches(taint.key(), taint.value()))
                        .map(_ -> new CordonOwner(entry.name(), entry.because(), entry.reopens(),
                                MESSAGES.text("owner.marker", CordonMarkerField.TAINT, taint))))
                .findFirst();
    }

    private static boolean isPreceded(CordonOwnerEntry entry, NodeSummary node) {
        return entry.unless().stream().anyMatch(sign -> sign.findOn(node).isPresent());
    }

    private static Stream<CordonOwner> ownerOf(CordonOwnerEntry entry, NodeSummary node) {
        return entry.markers().stream().flatMap(sign -> sign.findOn(node).stream()).limit(1)
                .map(sign -> new CordonOwner(entry.name(), reasonText(entry, node), entry.reopens(), sign));
    }

    /** Returns a controller that found the node cordoned: it works there all the same, and leaves the cordon to whoever made it. */
    private static Stream<CordonOwner> followerOf(CordonOwnerEntry entry, NodeSummary node) {
        if (!entry.follows()) {
            return Stream.empty();
        }
        return ownerOf(entry, node).map(owner -> new CordonOwner(MESSAGES.text("owner.before", owner.name()),
                owner.reason(), entry.before(), owner.marker()));
    }

    private static String reasonText(CordonOwnerEntry entry, NodeSummary node) {
        return entry.reasons().stream().flatMap(key -> notesFor(key, node)).filter(text -> !text.isBlank()).findFirst()
                .orElse(entry.because());
    }

    private static Stream<String> notesFor(Pattern key, NodeSummary node) {
        var texts = Stream.concat(node.labels().entrySet().stream(), node.annotations().entrySet().stream())
                .filter(each -> key.matcher(each.getKey()).matches())
                .map(each -> NvSentinelHealthEventReader.causeText(each.getValue()).orElse(each.getValue()));
        var conditions = node.conditions().stream().filter(StatusCondition::isTrue)
                .filter(statusCondition -> key.matcher(statusCondition.type()).matches())
                .map(statusCondition -> statusCondition.type());
        return Stream.concat(texts, conditions).map(CordonOwnerCatalog::shortenedNote);
    }

    private static String shortenedNote(String note) {
        var text = SPACE.matcher(note.strip()).replaceAll(" ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }
}
