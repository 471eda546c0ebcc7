package tessera.ui.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.sharing.DevicePluginConfigProblem;
import tessera.sharing.DevicePluginConfigProblem.ConfigProblemEffect;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.change.GpuSharingChangeActions;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.sharing.GpuSharingScreenState.NamedSharingConfig;
import tessera.ui.sharing.GpuSharingScreenState.PluginConfigurationsState;

/** Pane of the named configurations, the nodes that use each, their problems, and the possible changes. FX thread. */
final class GpuSharingConfigPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingConfigPane.class);

    private final GpuSharingChangeActions changes;
    private final VBox list = new VBox();
    private final Button share = new Button(MESSAGES.text("share.action"));
    private final Hyperlink newLink = new Hyperlink(MESSAGES.text("config.new"));
    private final Label blockerLabel = TextLabelFactory.wrapped("", "small", "muted", "sharing-against");
    private final BorderPane node = new BorderPane();
    private PluginConfigurationsState displayedState = new PluginConfigurationsState(List.of(), List.of(),
            Optional.empty(), true);

    /** @param nodes those that are selected */
    GpuSharingConfigPane(GpuSharingChangeActions changes, Supplier<List<String>> nodes) {
        this.changes = changes;
        share.setId("sharing-share");
        share.getStyleClass().add("accent");
        share.setMinWidth(Region.USE_PREF_SIZE);
        share.setOnAction(event -> changes.openForNodes(nodes.get()));
        newLink.setId("sharing-new");
        newLink.setMinWidth(Region.USE_PREF_SIZE);
        newLink.setOnAction(event -> changes.openConfigEditor("", ""));
        var title = TextLabelFactory.whole(MESSAGES.text("config.title"), "section-title");
        var head = LayoutBoxFactory
                .withStyle(LayoutBoxFactory.row(12, title, LayoutBoxFactory.spacer(), newLink, share), "sharing-head");
        list.setId("sharing-configs");
        blockerLabel.setId("sharing-against");
        node.setTop(new VBox(head, blockerLabel));
        changes.observe(this::refresh);
        node.setCenter(ScrollPaneFactory.verticalPane(list));
        node.getStyleClass().add("sharing-side");
        refresh();
    }

    Region node() {
        return node;
    }

    /** Shows the nodes whose GPUs would be shared. */
    void showNodes(List<String> nodes) {
        share.setText(shareButtonText(nodes));
    }

    private static String shareButtonText(List<String> nodes) {
        if (nodes.isEmpty()) {
            return MESSAGES.text("share.action");
        }
        return MESSAGES.text("share.of", nodes.size(), nodes.getFirst());
    }

    /** Offers the changes that are currently possible. */
    void refresh() {
        boolean offered = changes.isOffered();
        for (var action : List.of(share, newLink)) {
            JavaFxNodeVisibility.setShown(action, offered);
        }
        share.setDisable(changes.sharingBlocker().isPresent());
        newLink.setDisable(changes.writingBlocker().isPresent());
        // Beside the buttons there is no room for it.
        var reasons = Stream.of(changes.sharingBlocker(), changes.writingBlocker()).flatMap(Optional::stream).distinct()
                .toList();
        blockerLabel.setText(SentenceJoiner.joinClauses(reasons));
        JavaFxNodeVisibility.setShown(blockerLabel, offered && !reasons.isEmpty());
        showSetup(displayedState);
    }

    void showSetup(PluginConfigurationsState tellers) {
        displayedState = tellers;
        var parts = new ArrayList<Node>();
        if (tellers.loading()) {
            parts.add(LayoutBoxFactory.sectionBox(
                    TextLabelFactory.label(MESSAGES.text("config.reading"), "muted", NoDataPlaceholder.AWAITING)));
        }
        if (!tellers.texts().isEmpty()) {
            parts.add(LayoutBoxFactory.sectionBox(tellers.texts().stream()
                    .map(text -> (Node) TextLabelFactory.wrapped(text, "small", "muted")).toArray(Node[]::new)));
        }
        tellers.problem().ifPresent(problem -> parts.add(LayoutBoxFactory.problemSection(StatusGlyph.BROKEN, problem)));
        tellers.configs().forEach(config -> parts.add(configNode(config)));
        list.getChildren().setAll(parts);
    }

    private Node configNode(NamedSharingConfig config) {
        var name = TextLabelFactory.shrinkable(config.name(), "mono", "strong");
        var head = LayoutBoxFactory.baselineRow(8, name);
        if (config.isDefault()) {
            head.getChildren().add(TextLabelFactory.label(MESSAGES.text("config.default"), "sharing-tag"));
        }
        head.getChildren().add(LayoutBoxFactory.spacer());
        if (changes.isOffered()) {
            configActions(config).forEach(head.getChildren()::add);
        }
        var box = LayoutBoxFactory.sectionBox(head);
        if (config.missing()) {
            box.getChildren()
                    .add(TextLabelFactory.withSign(StatusGlyph.BROKEN, MESSAGES.text("config.missing"), "strong"));
        } else {
            box.getChildren()
                    .add(TextLabelFactory.wrapped(config.document().isRejected() ? MESSAGES.text("config.rejected")
                            : config.document().shares().sharesText(), "small"));
        }
        box.getChildren().add(TextLabelFactory.wrapped(usersText(config), "small", "muted"));
        config.document().problems().stream().filter(configProblem -> !config.missing())
                .forEach(configProblem -> box.getChildren().add(configProblemNode(configProblem)));
        return box;
    }

    private static Node configProblemNode(DevicePluginConfigProblem configProblem) {
        return TextLabelFactory.withSign(
                configProblem.weight() == ConfigProblemEffect.REJECTED ? StatusGlyph.BROKEN : StatusGlyph.WARNING,
                configProblem.problemText(), "small");
    }

    private List<Hyperlink> configActions(NamedSharingConfig config) {
        var edit = actionLink(config.missing() ? MESSAGES.text("config.write") : MESSAGES.text("config.edit"),
                () -> changes.openConfigEditor(config.name(), config.missing() ? "" : config.document().text()));
        edit.setId("sharing-edit-" + config.name());
        edit.setDisable(changes.writingBlocker().isPresent());
        if (config.missing() || config.document().isRejected()) {
            return List.of(edit);
        }
        var assign = actionLink(MESSAGES.text("config.assign"), () -> changes.openForConfig(config.name()));
        assign.setDisable(changes.sharingBlocker().isPresent());
        return List.of(edit, assign);
    }

    private static Hyperlink actionLink(String text, Runnable action) {
        var link = InputControlFactory.link(text, action, "copy-link");
        link.setMinWidth(Region.USE_PREF_SIZE);
        return link;
    }

    private static String usersText(NamedSharingConfig config) {
        var parts = new ArrayList<String>();
        if (!config.labelledNodes().isEmpty()) {
            parts.add(MESSAGES.text("config.byLabel", config.labelledNodes()));
        }
        if (config.defaultNodeCount() > 0) {
            parts.add(MESSAGES.text("config.byDefault", config.defaultNodeCount()));
        }
        return parts.isEmpty() ? MESSAGES.text("config.unused")
                : MESSAGES.text("config.used", SentenceJoiner.joinClauses(parts));
    }
}
