package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.text.Text;
import javafx.util.StringConverter;

/** Words of ours that stand outside the brackets of the pseudo-locale, found in all texts that a window shows. */
final class UnbracketedText {

    /** A word of prose: no part of a name, path, number with a unit, option or assignment. */
    private static final Pattern WORD = Pattern.compile("(?<![\\w./@:=$‑-])[A-Za-z][a-z’']+(?![\\w/@:=(*‑-]|\\.\\w)");
    private static final Pattern SEPARATOR = Pattern.compile("[\u0000·|,;()…\\n\\t“”→×]|: |:$| – | / | {2,}");
    /** Commands that are copied to a shell, and what API servers, kubelets and the library of the command line say. */
    private static final Pattern FOREIGN = Pattern.compile("(?m)^(?:kubectl|tessera|helm) .*$"
            + "|container \"[^\"]*+\" in pod \"[^\"]*+\" is [^⟦⟧]*|Get \"https?:[^⟦⟧]*"
            + "|\\w+ \"[^\"]*+\" not found|Missing required [^:]*+: .*|Unmatched arguments? .*|Did you mean: .*"
            + "|Invalid value for option .*|option '[^']*+' \\([^)]*+\\) should be specified only once"
            + "|(?:last ended with \\w+, )?exit code \\d+");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Set<String> values = new HashSet<>();
    private String data = "";
    private final Set<String> nouns;
    private final TreeMap<String, String> offenders = new TreeMap<>();
    private final Set<String> known = new HashSet<>();

    /** @param nouns words of the field that no language translates */
    UnbracketedText(Set<String> nouns) {
        this.nouns = nouns;
    }

    /** Takes all that objects of a cluster tell for words of others. */
    void learn(KubernetesClient client) throws IOException {
        for (var list : lists(client)) {
            try {
                collect(JSON.readTree(Objects.requireNonNullElse(client.raw(list), "{}")));
            } catch (KubernetesClientException notServed) {
                // A group of which others say that it is there.
            }
        }
        data = String.join("\n", values);
    }

    private static List<String> lists(KubernetesClient client) throws IOException {
        var roots = new ArrayList<>(List.of("/api/v1"));
        for (var group : JSON.readTree(client.raw("/apis")).path("groups")) {
            roots.add("/apis/" + group.path("preferredVersion").path("groupVersion").asText());
        }
        var lists = new ArrayList<String>();
        for (var root : roots) {
            var found = client.raw(root);
            for (var resource : JSON.readTree(found == null ? "{}" : found).path("resources")) {
                if (resource.path("verbs").toString().contains("\"list\"")) {
                    lists.add(root + "/" + resource.path("name").asText());
                }
            }
        }
        return lists;
    }

    private void collect(JsonNode json) {
        if (json.isTextual()) {
            values.add(json.asText());
        }
        json.properties().forEach(field -> values.add(field.getKey()));
        json.forEach(this::collect);
    }

    /** Notes the words of all that is shown in a part of a window. FX thread. */
    void note(String place, Node root) {
        shown(root).flatMap(UnbracketedText::texts).filter(text -> text != null && known.add(text))
                .forEach(text -> note(place, text));
    }

    /** Notes the words of a text. */
    void note(String place, String text) {
        offence(text).ifPresent(words -> offenders.putIfAbsent(text.replace("\n", "⏎"), place + " [" + words + "]"));
    }

    /** What was found, each with the place where it was seen first. */
    List<String> offenders() {
        return offenders.entrySet().stream().map(entry -> entry.getKey() + "  ← " + entry.getValue()).toList();
    }

    /** The texts in sight, by which one knows whether they have come to rest. FX thread. */
    static String sight(Node root) {
        return shown(root).filter(Labeled.class::isInstance).map(labeled -> ((Labeled) labeled).getText())
                .collect(Collectors.joining("\n"));
    }

    private static Stream<Node> shown(Node node) {
        if (!node.isVisible() || isForeign(node)) {
            return Stream.empty();
        }
        // Fields have what is typed within, and lines that break at signs have their pieces.
        return node instanceof Parent parent && !(node instanceof TextInputControl)
                && !(node instanceof FlowPane && node.getAccessibleText() != null)
                        ? Stream.concat(Stream.of(node),
                                parent.getChildrenUnmodifiable().stream().flatMap(UnbracketedText::shown))
                        : Stream.of(node);
    }

    /** Manifests, values and what programs print. */
    private static boolean isForeign(Node node) {
        var styles = node.getStyleClass();
        return styles.contains("yaml") || styles.contains("diff") || styles.contains("words")
                || styles.contains("terminal-screen");
    }

    private static Stream<String> texts(Node node) {
        var texts = Stream.of(node.getAccessibleText(), node.getAccessibleHelp(), node.getAccessibleRoleDescription(),
                node.getProperties().get("javafx.scene.control.Tooltip") instanceof Tooltip tip ? tip.getText() : null);
        if (node instanceof Control control) {
            texts = Stream.concat(texts,
                    Stream.concat(Stream.ofNullable(control.getTooltip()).map(Tooltip::getText),
                            Stream.ofNullable(control.getContextMenu()).map(ContextMenu::getItems).flatMap(List::stream)
                                    .map(MenuItem::getText)));
        }
        return Stream.concat(texts, ownTexts(node));
    }

    private static Stream<String> ownTexts(Node node) {
        return switch (node) {
            case MenuButton menu ->
                Stream.concat(Stream.of(menu.getText()), menu.getItems().stream().map(MenuItem::getText));
            case Labeled labeled -> Stream.of(labeled.getText());
            case Text text -> node.getParent() instanceof Labeled ? Stream.empty() : Stream.of(text.getText());
            case TextInputControl field -> Stream.of(field.getPromptText());
            case TableView<?> table -> table.getColumns().stream().map(TableColumnBase::getText);
            case TabPane tabs -> tabs.getTabs().stream().map(tab -> tab.getText());
            case ComboBox<?> box ->
                Stream.concat(Stream.of(box.getPromptText()), converted(box.getItems(), box.getConverter()));
            case ChoiceBox<?> box -> converted(box.getItems(), box.getConverter());
            default -> Stream.empty();
        };
    }

    @SuppressWarnings("unchecked")
    private static Stream<String> converted(List<?> items, StringConverter<?> converter) {
        return items.stream().filter(Objects::nonNull).map(
                item -> converter == null ? item.toString() : ((StringConverter<Object>) converter).toString(item));
    }

    private Optional<String> offence(String text) {
        if (data.contains(text.replace("\n", ""))) {
            return Optional.empty();
        }
        var words = SEPARATOR.splitAsStream(outsideBrackets(FOREIGN.matcher(text).replaceAll(""))).map(String::strip)
                .filter(piece -> !piece.isEmpty() && !(piece.contains(" ") ? data : "").contains(piece))
                .flatMap(piece -> WORD.matcher(piece).results()).map(MatchResult::group)
                .filter(word -> !nouns.contains(word) && !values.contains(word)).collect(Collectors.joining(" "));
        return Optional.of(words).filter(found -> !found.isEmpty());
    }

    /** What is left of a text without its sentences; also of one that was cut within a sentence. */
    private static String outsideBrackets(String text) {
        var left = new StringBuilder();
        int depth = 0;
        for (int at = 0; at < text.length(); at++) {
            char sign = text.charAt(at);
            if (sign == '⟦') {
                depth++;
                left.append('\u0000');
            } else if (sign == '⟧') {
                if (depth == 0) {
                    left.setLength(0);
                }
                depth = Math.max(0, depth - 1);
            } else if (depth == 0) {
                left.append(sign);
            }
        }
        return left.toString();
    }
}
