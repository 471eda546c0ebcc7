package tessera.ui.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.model.EventFacts;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.stack.ChainFinding;
import tessera.stack.ChainLink;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;

/** Prints what the pod of a link says: the last lines of its log, and its events. FX thread. */
final class EvidenceBox {

    private static final int LINES = 8;
    private static final int EVENTS = 4;

    private final ObservableValue<Instant> now;
    private final Consumer<ObjectRef> inspect;

    EvidenceBox(ObservableValue<Instant> now, Consumer<ObjectRef> inspect) {
        this.now = now;
        this.inspect = inspect;
    }

    /** @param read empty while it is being read */
    Node of(ChainLink link, Optional<LinkEvidence> read, Optional<ChainFinding> finding) {
        var box = new VBox(8, SelectableText.label("Evidence", "section-title"));
        box.getStyleClass().add("inspector-section");
        var pod = link.pod();
        if (pod == null) {
            box.getChildren().add(SelectableText.wrapped("No pod of " + link.title() + " is on the node.", "small",
                    "muted"));
            return box;
        }
        box.getChildren().add(pod(pod));
        if (read.isEmpty()) {
            box.getChildren()
                    .add(SelectableText.label("Reading its log and its events…", "small", "muted",
                            StatePlaceholder.AWAITING));
            return box;
        }
        var evidence = read.get();
        evidence.lacks()
                .forEach(why -> box.getChildren().add(SelectableText.wrapped(why.sentence(), "small", "warn-text")));
        if (!evidence.log().isEmpty()) {
            var words = finding.map(ChainFinding::evidence).orElse("");
            box.getChildren().add(log(tail(evidence.log(), words), words));
        }
        box.getChildren().addAll(evidence.events().stream().limit(EVENTS).map(this::event).toList());
        return box;
    }

    private Node pod(PodFacts pod) {
        var name = new Hyperlink(pod.name());
        name.getStyleClass().addAll("mono", "pod-link");
        name.setMinWidth(0);
        name.setOnAction(event -> inspect.accept(ObjectRef.pod(pod.namespace(), pod.name())));
        var line = new HBox(8, SelectableText.label("Pod", "small", "muted"), name);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    /** The last lines, or those around the one that explains. */
    private static List<String> tail(List<String> log, String words) {
        int at = words.isEmpty() ? -1 : find(log, words);
        int end = at < 0 ? log.size() : Math.min(log.size(), at + LINES / 2);
        return log.subList(Math.max(0, end - LINES), end);
    }

    private static int find(List<String> log, String words) {
        for (int at = log.size() - 1; at >= 0; at--) {
            if (log.get(at).strip().equals(words)) {
                return at;
            }
        }
        return -1;
    }

    private static Node log(List<String> lines, String words) {
        var box = new VBox(2);
        box.setId("operator-log");
        box.getStyleClass().add("words");
        for (var line : lines) {
            boolean tells = !words.isEmpty() && line.strip().equals(words);
            box.getChildren().add(SelectableText.wrapped((tells ? "× " : "") + line.strip(), "mono",
                    tells ? "danger-text" : "muted"));
        }
        return box;
    }

    private Node event(EventFacts event) {
        var sign = event.type().equals("Normal") ? StatusGlyph.INFO.node() : StatusGlyph.WARNING.node();
        var words = SelectableText.wrapped(event.reason() + age(event.last()) + " · " + event.message(), "small");
        var row = new HBox(8, sign, words);
        row.setAlignment(Pos.TOP_LEFT);
        row.getStyleClass().add("chain-event");
        row.setMinHeight(Region.USE_PREF_SIZE);
        return row;
    }

    private String age(@Nullable Instant last) {
        return last == null ? "" : " · " + AgeText.brief(Duration.between(last, now.getValue())) + " ago";
    }
}
