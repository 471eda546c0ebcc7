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
import tessera.model.EventSummary;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.stack.BrokenGpuStackComponentFinding;
import tessera.stack.NodeGpuStackComponent;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Shows what the pod of a component reports: the last lines of its log, and its events. FX thread. */
final class GpuStackComponentEvidenceBox {

    private static final int LINES = 8;
    private static final int EVENTS = 4;

    private final ObservableValue<Instant> now;
    private final Consumer<ObjectRef> inspect;

    GpuStackComponentEvidenceBox(ObservableValue<Instant> now, Consumer<ObjectRef> inspect) {
        this.now = now;
        this.inspect = inspect;
    }

    /** @param read empty while it is being read */
    Node createNode(NodeGpuStackComponent stackComponent, Optional<GpuStackComponentEvidence> read,
            Optional<BrokenGpuStackComponentFinding> finding) {
        var box = new VBox(8, TextLabelFactory.label("Evidence", "section-title"));
        box.getStyleClass().add("inspector-section");
        var pod = stackComponent.pod();
        if (pod == null) {
            box.getChildren()
                    .add(TextLabelFactory.wrapped("No pod of " + stackComponent.title() + " is on the node.", "small",
                            "muted"));
            return box;
        }
        box.getChildren().add(podNode(pod));
        if (read.isEmpty()) {
            box.getChildren()
                    .add(TextLabelFactory.label("Reading its log and its events…", "small", "muted",
                            NoDataPlaceholder.AWAITING));
            return box;
        }
        var evidence = read.get();
        evidence.problems()
                .forEach(problem -> box.getChildren()
                        .add(TextLabelFactory.wrapped(problem.problemText(), "small", "warn-text")));
        if (!evidence.log().isEmpty()) {
            var text = finding.map(BrokenGpuStackComponentFinding::evidence).orElse("");
            box.getChildren().add(logNode(logExcerpt(evidence.log(), text), text));
        }
        box.getChildren().addAll(evidence.events().stream().limit(EVENTS).map(this::eventLine).toList());
        return box;
    }

    private Node podNode(PodSummary pod) {
        var name = new Hyperlink(pod.name());
        name.getStyleClass().addAll("mono", "pod-link");
        name.setMinWidth(0);
        name.setOnAction(event -> inspect.accept(ObjectRef.pod(pod.namespace(), pod.name())));
        var line = new HBox(8, TextLabelFactory.label("Pod", "small", "muted"), name);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    /** Returns the last lines, or those around the one that explains. */
    private static List<String> logExcerpt(List<String> log, String text) {
        int at = text.isEmpty() ? -1 : findLine(log, text);
        int end = at < 0 ? log.size() : Math.min(log.size(), at + LINES / 2);
        return log.subList(Math.max(0, end - LINES), end);
    }

    private static int findLine(List<String> log, String text) {
        for (int at = log.size() - 1; at >= 0; at--) {
            if (log.get(at).strip().equals(text)) {
                return at;
            }
        }
        return -1;
    }

    private static Node logNode(List<String> lines, String text) {
        var box = new VBox(2);
        box.setId("operator-log");
        box.getStyleClass().add("words");
        for (var line : lines) {
            boolean tells = !text.isEmpty() && line.strip().equals(text);
            box.getChildren().add(TextLabelFactory.wrapped((tells ? "× " : "") + line.strip(), "mono",
                    tells ? "danger-text" : "muted"));
        }
        return box;
    }

    private Node eventLine(EventSummary event) {
        var sign = event.type().equals("Normal") ? StatusGlyph.INFO.node() : StatusGlyph.WARNING.node();
        var text = TextLabelFactory.wrapped(event.reason() + ageText(event.last()) + " · " + event.message(), "small");
        var row = new HBox(8, sign, text);
        row.setAlignment(Pos.TOP_LEFT);
        row.getStyleClass().add("chain-event");
        row.setMinHeight(Region.USE_PREF_SIZE);
        return row;
    }

    private String ageText(@Nullable Instant last) {
        return last == null ? "" : " · " + AgeFormatter.brief(Duration.between(last, now.getValue())) + " ago";
    }
}
