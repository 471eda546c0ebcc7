package tessera.ui.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.model.SentenceText;
import tessera.sharing.ConfigProblem;
import tessera.sharing.ConfigProblem.ProblemWeight;
import tessera.ui.change.SharingChanges;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.sharing.SharingState.Config;
import tessera.ui.sharing.SharingState.Tellers;

/** The named configurations, who takes each, and what is wrong with them; with what can be done about it. FX thread. */
final class ConfigPane {

    private static final int FEW = 4;

    private final SharingChanges changes;
    private final VBox list = new VBox();
    private final Button share = new Button("Share GPUs…");
    private final Hyperlink fresh = new Hyperlink("New…");
    private final Label against = SelectableText.wrapped("", "small", "muted", "sharing-against");
    private final BorderPane node = new BorderPane();
    private Tellers shown = new Tellers(List.of(), List.of(), Optional.empty(), true);

    /** @param nodes those that are selected */
    ConfigPane(SharingChanges changes, Supplier<List<String>> nodes) {
        this.changes = changes;
        share.setId("sharing-share");
        share.getStyleClass().add("accent");
        share.setMinWidth(Region.USE_PREF_SIZE);
        share.setOnAction(event -> changes.share(nodes.get()));
        fresh.setId("sharing-new");
        fresh.setMinWidth(Region.USE_PREF_SIZE);
        fresh.setOnAction(event -> changes.write("", ""));
        var title = SelectableText.label("Configurations", "section-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var head = new HBox(12, title, space, fresh, share);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("sharing-head");
        list.setId("sharing-configs");
        against.setId("sharing-against");
        node.setTop(new VBox(head, against));
        changes.observe(this::refresh);
        node.setCenter(ScrolledPage.down(list));
        node.getStyleClass().add("sharing-side");
        refresh();
    }

    Region node() {
        return node;
    }

    /** Says whose GPUs would be shared. */
    void name(List<String> nodes) {
        share.setText(nodes.isEmpty() ? "Share GPUs…"
                : "Share " + (nodes.size() == 1 ? nodes.getFirst() : NumberText.of(nodes.size(), "node")) + "…");
    }

    /** Offers what can be changed as things stand. */
    void refresh() {
        boolean offered = changes.offered();
        for (var action : List.of(share, fresh)) {
            NodePresence.of(action, offered);
        }
        share.setDisable(changes.againstSharing().isPresent());
        fresh.setDisable(changes.againstWriting().isPresent());
        // Beside the buttons there is no room for it.
        var reasons = Stream.of(changes.againstSharing(), changes.againstWriting()).flatMap(Optional::stream)
                .distinct().toList();
        against.setText(reasons.isEmpty() ? "" : SentenceText.begun(String.join("; ", reasons)));
        NodePresence.of(against, offered && !reasons.isEmpty());
        show(shown);
    }

    void show(Tellers tellers) {
        shown = tellers;
        var parts = new ArrayList<Node>();
        if (tellers.loading()) {
            parts.add(section(SelectableText.label("Reading the configurations…", "muted", StatePlaceholder.AWAITING)));
        }
        if (!tellers.words().isEmpty()) {
            parts.add(section(
                    tellers.words().stream().map(words -> (Node) SelectableText.wrapped(words, "small", "muted"))
                            .toArray(Node[]::new)));
        }
        tellers.gap().ifPresent(why -> parts.add(problem(why)));
        tellers.configs().forEach(config -> parts.add(config(config)));
        list.getChildren().setAll(parts);
    }

    private static VBox section(Node... content) {
        var box = new VBox(6, content);
        box.getStyleClass().add("sharing-section");
        return box;
    }

    private static Node problem(Problem why) {
        var box = section(SelectableText.told(StatusGlyph.BROKEN, why.headline(), "strong"));
        List.of(why.detail(), why.remedy()).stream().filter(words -> !words.isEmpty())
                .forEach(words -> box.getChildren().add(SelectableText.wrapped(words, "small", "muted")));
        return box;
    }

    private Node config(Config config) {
        var name = SelectableText.yielding(config.name(), "mono", "strong");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var head = new HBox(8, name);
        head.setAlignment(Pos.BASELINE_LEFT);
        if (config.usual()) {
            head.getChildren().add(SelectableText.label("default", "sharing-tag"));
        }
        head.getChildren().add(space);
        if (changes.offered()) {
            actions(config).forEach(head.getChildren()::add);
        }
        var box = section(head);
        if (config.missing()) {
            box.getChildren()
                    .add(SelectableText.told(StatusGlyph.BROKEN,
                            "It is not there: device plugins that are to take it end again and "
                                    + "again",
                            "strong"));
        } else {
            box.getChildren().add(SelectableText.wrapped(config.document().rejected() ? "rejected by the device plugin"
                    : config.document().shares().words(), "small"));
        }
        box.getChildren().add(SelectableText.wrapped(takers(config), "small", "muted"));
        config.document().flaws().stream().filter(flaw -> !config.missing())
                .forEach(flaw -> box.getChildren().add(flaw(flaw)));
        return box;
    }

    private static Node flaw(ConfigProblem flaw) {
        return SelectableText.told(flaw.weight() == ProblemWeight.REJECTED ? StatusGlyph.BROKEN : StatusGlyph.WARNING,
                flaw.sentence(), "small");
    }

    private List<Hyperlink> actions(Config config) {
        var edit = link(config.missing() ? "Write…" : "Edit…",
                () -> changes.write(config.name(), config.missing() ? "" : config.document().text()));
        edit.setId("sharing-edit-" + config.name());
        edit.setDisable(changes.againstWriting().isPresent());
        if (config.missing() || config.document().rejected()) {
            return List.of(edit);
        }
        var assign = link("Assign…", () -> changes.give(config.name()));
        assign.setDisable(changes.againstSharing().isPresent());
        return List.of(edit, assign);
    }

    private static Hyperlink link(String words, Runnable action) {
        var link = new Hyperlink(words);
        link.getStyleClass().add("copy-link");
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setOnAction(event -> action.run());
        return link;
    }

    private static String takers(Config config) {
        var parts = new ArrayList<String>();
        if (!config.labelled().isEmpty()) {
            var some = config.labelled().subList(0, Math.min(FEW, config.labelled().size()));
            parts.add("by label on " + String.join(", ", some) + (config.labelled().size() > FEW
                    ? " and %d more".formatted(config.labelled().size() - FEW)
                    : ""));
        }
        if (config.others() > 0) {
            parts.add("by default on " + NumberText.of(config.others(), "node"));
        }
        return parts.isEmpty() ? "Used by no node" : "Used " + String.join("; ", parts);
    }
}
