package tessera.ui.fleet;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.insight.Attention;
import tessera.model.PodSight;
import tessera.ui.fleet.FleetState.Line;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Parts;
import tessera.ui.kit.Scrolled;

/** What needs attention, one entry below the other: sign, what, how long, where, and the way to it. */
final class AttentionColumn {

    private final FleetView.Ways ways;
    private final Label count = new Label();
    private final VBox entries = new VBox();
    private final Parts<Line> parts = new Parts<>(entries.getChildren(), this::entry);
    private final Label nothing = new Label();
    private final BorderPane root = new BorderPane();

    AttentionColumn(FleetView.Ways ways) {
        this.ways = ways;
        var title = new Label("Needs attention");
        title.getStyleClass().add("section-title");
        count.getStyleClass().add("caption");
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        var head = new HBox(8, title, spacer, count);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("attention-head");
        nothing.setWrapText(true);
        nothing.getStyleClass().addAll("muted", "attention-nothing");
        var scroll = Scrolled.down(new VBox(nothing, entries));
        root.setId("attention");
        root.getStyleClass().add("attention");
        root.setTop(head);
        root.setCenter(scroll);
    }

    Node node() {
        return root;
    }

    /** @param sight how much of the pods is seen: who is not seen may wait all the same */
    void show(List<Line> lines, PodSight sight) {
        nothing.setText(switch (sight) {
            case ALL -> "Nothing. Every GPU that is there can be used, and nobody waits for one.";
            case SOME -> "Nothing that is seen. Not all pods are known, and others may wait for a GPU.";
            case NONE -> "No node. Whether pods wait for a GPU is not known.";
        });
        count.setText(lines.isEmpty() ? "" : lines.size() + " · by severity");
        nothing.setVisible(lines.isEmpty());
        nothing.setManaged(lines.isEmpty());
        parts.show(lines);
    }

    /** Whether changes are allowed decides what is offered. */
    void printAnew() {
        parts.printAnew();
    }

    private static String where(Attention entry) {
        if (entry.node().isEmpty()) {
            return "Show pods";
        }
        if (entry.count() > 1 && entry.kind() == Attention.Kind.TOO_HOT) {
            return "Show alerts";
        }
        return entry.count() > 1 ? "Show all" : "Show " + entry.node();
    }

    private static Hyperlink link(String words, Runnable follow) {
        var link = new Hyperlink(words);
        link.getStyleClass().add("small");
        link.setOnAction(event -> follow.run());
        return link;
    }

    private Node entry(Line line) {
        var title = new Label(line.entry().headline());
        title.getStyleClass().add("attention-title");
        title.setMinWidth(0);
        var age = new Label(line.age());
        age.getStyleClass().addAll("small", "muted");
        age.setMinWidth(Region.USE_PREF_SIZE);
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        var detail = new Label(line.entry().detail());
        detail.getStyleClass().addAll("small", "muted");
        detail.setWrapText(true);
        var links = new HBox(16);
        ways.changes().apply(line.entry()).filter(offer -> offer.reason().isEmpty())
                .ifPresent(offer -> links.getChildren().add(link(offer.title(), offer.begin())));
        links.getChildren().add(link(where(line.entry()), () -> ways.open().accept(line.entry())));
        var words = new VBox(2, new HBox(8, title, spacer, age), detail, links);
        HBox.setHgrow(words, Priority.ALWAYS);
        // Somebody closed the node on purpose: nothing is wrong with it.
        var sign = line.sign() == Glyph.CORDONED ? line.sign().node("muted") : line.sign().node();
        var entry = new HBox(12, sign, words);
        entry.getStyleClass().add("attention-entry");
        return entry;
    }
}
